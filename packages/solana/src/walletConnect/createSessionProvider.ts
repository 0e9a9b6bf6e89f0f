import { type FamilySession, LatchkeyError } from '@latchkey/core'
import { base58, base64 } from '@scure/base'
import type { SolanaProvider } from '../solanaProvider.js'
import { badAnswer } from './badAnswer.js'
import { readSolanaWire, toLegacyFields, withSignature } from './solanaWire.js'

/** Creates a provider from a session, for Solana. @see https://docs.walletconnect.network/wallet-sdk/chain-support/solana */
export function createSessionProvider(session: FamilySession): SolanaProvider {
  async function signTransaction({
    address,
    chainId,
    transaction,
  }: Parameters<SolanaProvider['signTransaction']>[0]): Promise<Uint8Array> {
    const params = { ...fieldsOf(transaction), transaction: base64.encode(transaction), pubkey: address }
    const answer = await session.ask(session.chainOf(address, chainId), 'solana_signTransaction', params)
    // Wallets of old give back the signature alone.
    if (typeof answer.transaction === 'string') return readTransaction(answer.transaction)
    return withSignature(transaction, address, readSignature(answer.signature))
  }

  return {
    async signMessage({ address, message }) {
      const params = { message: base58.encode(message), pubkey: address }
      const { signature } = await session.ask(session.chainOf(address), 'solana_signMessage', params)
      return readSignature(signature)
    },
    signTransaction,
    async signAllTransactions({ address, chainId, transactions }) {
      if (!session.has('solana_signAllTransactions')) {
        const signed: Uint8Array[] = []
        for (const transaction of transactions) signed.push(await signTransaction({ address, chainId, transaction }))
        return signed
      }
      for (const transaction of transactions) fieldsOf(transaction)
      const params = { transactions: transactions.map((bytes) => base64.encode(bytes)), pubkey: address }
      const answer = await session.ask(session.chainOf(address, chainId), 'solana_signAllTransactions', params)
      const signed: unknown = answer.transactions
      if (!Array.isArray(signed) || signed.length !== transactions.length) {
        throw badAnswer('It gave back another number of transactions.')
      }
      return signed.map(readTransaction)
    },
    ...(session.has('solana_signAndSendTransaction')
      ? {
          async signAndSendTransaction({ address, chainId, transaction, options }) {
            const params = {
              ...fieldsOf(transaction),
              transaction: base64.encode(transaction),
              pubkey: address,
              ...(options ? { sendOptions: options } : {}),
            }
            const answer = await session.ask(session.chainOf(address, chainId), 'solana_signAndSendTransaction', params)
            return base58.encode(readSignature(answer.signature))
          },
        }
      : {}),
  }
}

function fieldsOf(transaction: Uint8Array): { readonly [field: string]: unknown } {
  try {
    return toLegacyFields(transaction)
  } catch (cause) {
    throw new LatchkeyError('INVALID_PARAMS', 'Not a Solana transaction.', { cause })
  }
}

function readSignature(value: unknown): Uint8Array {
  const bytes = typeof value === 'string' ? decode(() => base58.decode(value)) : undefined
  if (bytes?.length === 64) return bytes
  throw badAnswer('It gave no signature of 64 bytes.')
}

function readTransaction(value: unknown): Uint8Array {
  const bytes = typeof value === 'string' ? decode(() => base64.decode(value)) : undefined
  if (bytes && decode(() => readSolanaWire(bytes))) return bytes
  throw badAnswer('It gave no signed transaction.')
}

function decode<value>(run: () => value): value | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
