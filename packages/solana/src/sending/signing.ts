import type { ReadContext, TransactionRequest } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol/caip'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { base58, base64 } from '@scure/base'
import { ask, askValue, type Nodes } from '../reads/rpc.js'
import type { SolanaProvider, SolanaSendOptions } from '../solanaProvider.js'
import { coded } from './coded.js'
import { getLifetime, readTransaction } from './message.js'

/** Asks the wallet to sign and send; one that only signs has it sent by the chain's node. Gives the first signature in base58. */
export async function sendTransaction(
  nodes: Nodes,
  options: SolanaSendOptions,
  provider: unknown,
  parameters: { address: string; chainId: ChainId; transaction: TransactionRequest; context: ReadContext },
): Promise<string> {
  const { address, chainId, context } = parameters
  const { bytes } = parameters.transaction
  if (!bytes) throw new LatchkeyError('INVALID_PARAMS', 'A Solana transaction is given as `bytes`, in the wire format.')
  const transaction = await refreshed(nodes, context, bytes)
  const wallet = toProvider(provider)
  if (wallet.signAndSendTransaction) {
    const send = wallet.signAndSendTransaction.bind(wallet)
    const signature = await coded(() => send({ address, chainId, transaction, options }))
    if (typeof signature === 'string' && isSignatureText(signature)) return signature
    throw new LatchkeyError(
      'WALLET_BAD_ANSWER',
      'The wallet did not return a transaction signature. Look in the wallet before you try again.',
    )
  }
  const signed = await coded(() => wallet.signTransaction({ address, chainId, transaction }))
  return broadcast(nodes, context, options, signed, address)
}

/**
 * The transaction with a blockhash that the chain still knows. This is the only time that one is replaced: once a wallet has
 * signed, a second blockhash would make a second transaction of it.
 */
async function refreshed(nodes: Nodes, context: ReadContext, bytes: Uint8Array): Promise<Uint8Array> {
  const { blockhash, hasNonce, signatures, withBlockhash } = readTransaction(bytes)
  if (hasNonce) return bytes
  // A node that cannot say is no reason to stop: an expired transaction is refused when it is sent.
  const isValid = await askValue(nodes, context, 'isBlockhashValid', [blockhash, { commitment: 'confirmed' }]).catch(
    () => undefined,
  )
  if (isValid !== false) return bytes
  if (Object.values(signatures).some((signature) => signature !== null)) {
    throw new LatchkeyError(
      'TRANSACTION_EXPIRED',
      'The transaction has expired, and somebody else has already signed it.',
      {
        hints: ['Build and sign it again. Nothing was sent.'],
      },
    )
  }
  return withBlockhash((await getLifetime(nodes, context)).blockhash)
}

async function broadcast(
  nodes: Nodes,
  context: ReadContext,
  options: SolanaSendOptions,
  signed: unknown,
  address: string,
): Promise<string> {
  const signature = signed instanceof Uint8Array ? firstSignature(signed, address) : undefined
  if (!(signed instanceof Uint8Array) || signature === undefined)
    throw new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet did not return a signed transaction. Nothing was sent.')
  const config = { encoding: 'base64', preflightCommitment: 'confirmed', ...options }
  try {
    await ask(nodes, context, 'sendTransaction', [base64.encode(signed), config])
  } catch (error) {
    // The same bytes are the same transaction: a repetition that finds it already there is a success.
    if (!isLatchkeyError(error, 'NONCE_TOO_LOW')) throw error
  }
  return signature
}

/** The payer's signature, the id of a transaction; undefined while one is missing. */
function firstSignature(signed: Uint8Array, address: string): string | undefined {
  try {
    const { signatures } = readTransaction(signed)
    const [first] = Object.values(signatures)
    return first && signatures[address] ? base58.encode(first) : undefined
  } catch {
    return undefined
  }
}

function toProvider(provider: unknown): SolanaProvider {
  return provider as SolanaProvider
}

function isSignature(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.length === 64
}

function isSignatureText(text: string): boolean {
  try {
    return isSignature(base58.decode(text))
  } catch {
    return false
  }
}
