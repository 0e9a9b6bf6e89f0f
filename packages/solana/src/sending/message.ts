import type { ReadContext } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Address, Blockhash, Instruction, TransactionMessageBytes } from '@solana/kit'
import { systemProgram } from '../reads/programs.js'
import { askValue, badAnswer, type Nodes, toInteger } from '../reads/rpc.js'
import * as kit from './kit.js'

/** False where an app was built without the package. */
export const hasKit = typeof kit.compileTransaction === 'function'

/** A blockhash, and until which height of blocks a transaction may carry it. */
export type Lifetime = { readonly blockhash: string; readonly lastValidBlockHeight: bigint }

/** The newest blockhash that the chain will remember. */
export async function getLifetime(nodes: Nodes, context: ReadContext): Promise<Lifetime> {
  const value = await askValue(nodes, context, 'getLatestBlockhash', [{ commitment: 'confirmed' }])
  const { blockhash, lastValidBlockHeight } = (value ?? {}) as { blockhash?: unknown; lastValidBlockHeight?: unknown }
  if (typeof blockhash !== 'string') throw badAnswer()
  return { blockhash, lastValidBlockHeight: toInteger(lastValidBlockHeight) }
}

/** Writes an unsigned transaction in the oldest form, which every wallet and every hardware device can read. */
export function compile(
  payer: string,
  instructions: readonly Instruction[],
  { blockhash, lastValidBlockHeight }: Lifetime,
): { readonly wire: Uint8Array; readonly message: Uint8Array } {
  const transaction = kit.pipe(
    kit.createTransactionMessage({ version: 'legacy' }),
    (message) => kit.setTransactionMessageFeePayer(payer as Address, message),
    (message) =>
      kit.setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as Blockhash, lastValidBlockHeight },
        message,
      ),
    (message) => kit.appendTransactionMessageInstructions(instructions, message),
    (message) => kit.compileTransaction(message),
  )
  return {
    wire: Uint8Array.from(kit.getTransactionEncoder().encode(transaction)),
    message: Uint8Array.from(transaction.messageBytes),
  }
}

/** What can be read from a transaction's wire bytes. */
export type WireTransaction = {
  readonly blockhash: string
  /** True: it carries the value of a nonce account, which does not expire. */
  readonly hasNonce: boolean
  /** By address; `null` where nobody has signed yet. */
  readonly signatures: { readonly [address: string]: Uint8Array | null }
  /** The same transaction, unsigned, with another blockhash. */
  withBlockhash(blockhash: string): Uint8Array
}

/**
 * Reads wire bytes of a transaction.
 *
 * @throws LatchkeyError INVALID_PARAMS when invalid.
 */
export function readTransaction(bytes: Uint8Array): WireTransaction {
  try {
    const transaction = kit.getTransactionDecoder().decode(bytes)
    const message = kit.getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    if (!('lifetimeToken' in message) || !('instructions' in message)) throw new TypeError('an unknown version')
    const [first] = message.instructions
    const isNonce =
      first !== undefined &&
      message.staticAccounts[first.programAddressIndex] === systemProgram &&
      first.data?.length === 4 &&
      first.data[0] === 4
    return {
      blockhash: message.lifetimeToken,
      hasNonce: isNonce,
      signatures: Object.fromEntries(
        Object.entries(transaction.signatures).map(([address, signature]) => [
          address,
          signature ? Uint8Array.from(signature) : null,
        ]),
      ),
      withBlockhash(blockhash) {
        const messageBytes = kit.getCompiledTransactionMessageEncoder().encode({
          ...message,
          lifetimeToken: blockhash,
        }) as TransactionMessageBytes
        return Uint8Array.from(kit.getTransactionEncoder().encode({ ...transaction, messageBytes }))
      },
    }
  } catch (cause) {
    throw new LatchkeyError('INVALID_PARAMS', 'These bytes are not a Solana transaction.', { cause })
  }
}
