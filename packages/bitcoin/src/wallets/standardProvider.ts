import { type ChainId, toAccountId } from '@latchkey/core'
import {
  askFeature,
  badAnswer,
  featureOf,
  type StandardAccount,
  type StandardProviderParts,
} from '@latchkey/core/family'
import type { BitcoinProvider, PsbtInput } from '@latchkey/protocol/internal/bitcoin'
import { base64 } from '@scure/base'

/** What the standard calls the kinds of signature hashes. @see https://github.com/ExodusMovement/bitcoin-wallet-standard */
const sighashNames: { readonly [type: number]: string } = {
  1: 'ALL',
  2: 'NONE',
  3: 'SINGLE',
  129: 'ALL|ANYONECANPAY',
  130: 'NONE|ANYONECANPAY',
  131: 'SINGLE|ANYONECANPAY',
}

/** What a wallet of the standard can do on Bitcoin, as core asks for it. */
export function standardProvider({ name, wallet, find, accounts }: StandardProviderParts): BitcoinProvider {
  async function run(feature: string, input: unknown): Promise<{ readonly [field: string]: unknown }> {
    const outputs = await askFeature(name, wallet, feature, [input])
    const [output] = Array.isArray(outputs) ? outputs : []
    if (typeof output !== 'object' || output === null) throw badAnswer(name, 'an answer to the request')
    return output
  }

  function toInputs(inputs: readonly PsbtInput[], chainId: ChainId) {
    const kinds = new Map<string, { account: StandardAccount; signingIndexes: number[]; sigHash?: string }>()
    for (const { index, address, sighashTypes } of inputs) {
      const sigHash = sighashTypes?.[0] === undefined ? undefined : sighashNames[sighashTypes[0]]
      const kind = kinds.get(`${address} ${sigHash}`)
      if (kind) kind.signingIndexes.push(index)
      else {
        const { account } = find(address, chainId)
        kinds.set(`${address} ${sigHash}`, { account, signingIndexes: [index], ...(sigHash ? { sigHash } : {}) })
      }
    }
    return [...kinds.values()]
  }

  return {
    async getAccounts() {
      return accounts().flatMap(({ address, chains: [chainId], facts }) =>
        chainId ? [{ account: toAccountId(chainId, address), ...facts }] : [],
      )
    },
    async signMessage({ address, message }) {
      const chainId = accounts().find((account) => account.address === address)?.chains[0]
      const { account } = find(address, chainId ?? 'bip122:unknown')
      const bytes = new TextEncoder().encode(message)
      const { signature } = await run('bitcoin:signMessage', { account, message: bytes })
      return base64.encode(bytesOf(name, signature, 'a signature'))
    },
    async signPsbt({ chainId, psbt, inputs, broadcast }) {
      const inputsToSign = toInputs(inputs, chainId)
      const [first] = inputs
      const { chain } = find(first?.address ?? '', chainId)
      const canOnlySend = featureOf(wallet, 'bitcoin:signTransaction') === undefined
      if (broadcast && canOnlySend) {
        const { txId } = await run('bitcoin:signAndSendTransaction', { psbt, inputsToSign, chain })
        if (typeof txId !== 'string' || !/^[0-9a-f]{64}$/i.test(txId)) throw badAnswer(name, 'a transaction id')
        return { psbt, txid: txId.toLowerCase() }
      }
      // What is to be sent is signed only: the caller sees what was signed before it goes out.
      const { signedPsbt } = await run('bitcoin:signTransaction', { psbt, inputsToSign, chain })
      return { psbt: bytesOf(name, signedPsbt, 'a signed PSBT') }
    },
  }
}

function bytesOf(name: string, value: unknown, what: string): Uint8Array {
  if (value instanceof Uint8Array && value.length > 0) return value
  throw badAnswer(name, what)
}
