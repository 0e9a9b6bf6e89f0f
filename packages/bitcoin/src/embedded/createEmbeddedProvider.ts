import type { EmbeddedSession } from '@latchkey/core'
import { badAnswer } from '@latchkey/core/family'
import { toAccountId } from '@latchkey/protocol/caip'
import type { BitcoinProvider } from '@latchkey/protocol/internal/bitcoin'
import { base64 } from '@scure/base'
import { readAddresses } from './readAddresses.js'

/** Creates what `getProvider('bip122')` promises, over its own requests. */
export function createEmbeddedProvider({ ask, chainId: current }: EmbeddedSession): BitcoinProvider {
  return {
    async getAccounts() {
      const chainId = current()
      const found = readAddresses(await ask('getAccountAddresses', undefined, chainId))
      return found.map(({ address, facts }) => ({ account: toAccountId(chainId, address), ...facts }))
    },
    async signMessage({ address, message, protocol }) {
      const params = { account: address, message, ...(protocol ? { protocol } : {}) }
      const answer = await ask('signMessage', params)
      return base64.encode(bytesIn((answer as { signature?: unknown } | null)?.signature))
    },
    async signPsbt({ chainId, psbt, inputs, broadcast = false }) {
      const params = { psbt: base64.encode(psbt), signInputs: inputs.map((each) => ({ ...each })), broadcast }
      const answer = (await ask('signPsbt', params, chainId)) as { psbt?: unknown; txid?: unknown } | null
      const signed = bytesIn(answer?.psbt)
      return broadcast ? { psbt: signed, txid: txidIn(answer?.txid) } : { psbt: signed }
    },
    async sendTransfer({ address, chainId, to, amount }) {
      const params = { account: address, recipientAddress: to, amount: amount.toString() }
      const answer = await ask('sendTransfer', params, chainId)
      return txidIn((answer as { txid?: unknown } | null)?.txid)
    },
  }
}

function bytesIn(text: unknown): Uint8Array {
  try {
    if (typeof text === 'string' && text !== '') return base64.decode(text)
  } catch {
    // Said below.
  }
  throw badAnswer('The embedded wallet', 'what was asked for')
}

function txidIn(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value
  throw badAnswer('The embedded wallet', 'what was asked for')
}
