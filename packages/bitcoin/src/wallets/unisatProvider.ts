import { LatchkeyError, toAccountId } from '@latchkey/core'
import { badAnswer, type FamilyAccount } from '@latchkey/core/family'
import { fromRpcError } from '@latchkey/protocol/errors'
import type { BitcoinProvider } from '@latchkey/protocol/internal/bitcoin'
import { hex } from '@scure/base'
import { readSignature, readTxid } from './bitcoinWallet.js'
import type { UnisatProvider } from './shapes.js'

/** What a wallet of Unisat's shape can do, as core asks for it. */
export function unisatProvider(
  name: string,
  provider: UnisatProvider,
  accounts: () => readonly FamilyAccount[],
): BitcoinProvider {
  const { sendBitcoin } = provider

  async function asked(run: () => Promise<unknown>): Promise<unknown> {
    try {
      return await run()
    } catch (thrown) {
      throw fromRpcError(thrown)
    }
  }

  /** Wallets of this shape sign with the active account, whichever was meant: that must be the same. */
  async function requireActive(address: string): Promise<void> {
    const told = await asked(() => provider.getAccounts())
    if (Array.isArray(told) && told[0] === address) return
    throw new LatchkeyError('UNAUTHORIZED', `${name} has another account chosen.`, {
      hints: ['Choose the account in the wallet, then try again.'],
    })
  }

  return {
    async getAccounts() {
      return accounts().flatMap(({ address, chains: [chainId], facts }) =>
        chainId ? [{ account: toAccountId(chainId, address), ...facts }] : [],
      )
    },
    async signMessage({ address, message, protocol = 'bip322' }) {
      await requireActive(address)
      const type = protocol === 'bip322' ? 'bip322-simple' : 'ecdsa'
      return readSignature(name, await asked(() => provider.signMessage(message, type)))
    },
    async signPsbt({ psbt, inputs, broadcast = false }) {
      const toSignInputs = inputs.map(({ index, address, sighashTypes }) => ({
        index,
        address,
        ...(sighashTypes ? { sighashTypes } : {}),
      }))
      const { pushPsbt } = provider
      const isSent = broadcast && pushPsbt !== undefined
      // What is not sent by the wallet is finalised by who sends it, so that it can be looked at before.
      const options = { autoFinalized: isSent, toSignInputs }
      const signed = readPsbt(name, await asked(() => provider.signPsbt(hex.encode(psbt), options)))
      if (!isSent) return { psbt: signed }
      const txid = await asked(() => pushPsbt.call(provider, hex.encode(signed)))
      return { psbt: signed, txid: readTxid(name, txid) }
    },
    ...(sendBitcoin && {
      async sendTransfer({ address, to, amount }) {
        if (amount > BigInt(Number.MAX_SAFE_INTEGER)) {
          throw new LatchkeyError('INVALID_AMOUNT', 'The amount exceeds the supply of bitcoin.')
        }
        await requireActive(address)
        return readTxid(name, await asked(() => sendBitcoin.call(provider, to, Number(amount))))
      },
    }),
  }
}

function readPsbt(name: string, value: unknown): Uint8Array {
  if (typeof value === 'string' && /^([0-9a-f]{2})+$/i.test(value)) return hex.decode(value.toLowerCase())
  throw badAnswer(name, 'a signed PSBT')
}
