import type { EmbeddedSession } from '@latchkey/core'
import { badAnswer } from '@latchkey/core/family'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { base58 } from '@scure/base'
import type { SolanaProvider } from '../solanaProvider.js'

const signatureLength = 64

/** Creates what `getProvider('solana')` promises, over its own requests. */
export function createEmbeddedProvider({ ask, address: own }: EmbeddedSession): SolanaProvider {
  function requireOwn(address: string): void {
    if (address === own()) return
    throw new LatchkeyError('UNAUTHORIZED', 'This account does not belong to the embedded wallet')
  }

  return {
    async signMessage({ address, message }) {
      requireOwn(address)
      const answer = await ask('solana_signMessage', { message: base58.encode(message), pubkey: address })
      return signatureIn(answer)
    },
    async signTransaction({ address, chainId, transaction }) {
      requireOwn(address)
      const answer = await ask('solana_signTransaction', { transaction: base58.encode(transaction) }, chainId)
      return bytesIn((answer as { transaction?: unknown } | null)?.transaction)
    },
    async signAllTransactions({ address, chainId, transactions }) {
      requireOwn(address)
      const params = { transactions: transactions.map((each) => base58.encode(each)) }
      const answer = await ask('solana_signAllTransactions', params, chainId)
      const signed = (answer as { transactions?: unknown } | null)?.transactions
      if (!Array.isArray(signed) || signed.length !== transactions.length)
        throw badAnswer('The embedded wallet', 'what was asked for')
      return signed.map(bytesIn)
    },
    async signAndSendTransaction({ address, chainId, transaction, options }) {
      requireOwn(address)
      const params = { transaction: base58.encode(transaction), ...(options ? { options } : {}) }
      return base58.encode(signatureIn(await ask('solana_signAndSendTransaction', params, chainId)))
    },
  }
}

function signatureIn(answer: unknown): Uint8Array {
  const bytes = bytesIn((answer as { signature?: unknown } | null)?.signature)
  if (bytes.length !== signatureLength) throw badAnswer('The embedded wallet', 'what was asked for')
  return bytes
}

function bytesIn(text: unknown): Uint8Array {
  try {
    if (typeof text === 'string' && text !== '') return base58.decode(text)
  } catch {
    // Said below.
  }
  throw badAnswer('The embedded wallet', 'what was asked for')
}
