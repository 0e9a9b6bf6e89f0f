import {
  type Address,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit'
import { invalidParams } from './rpcError.js'

/** An instruction whose accounts are numbers into the keys of its transaction. */
export type CompiledInstruction = {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

/** A transaction as it came over the wire, taken apart. */
export type WireTransaction = {
  readonly bytes: Uint8Array
  readonly transaction: Transaction
  /** Base58 of the first signature, by which the transaction is known. */
  readonly signature: string
  readonly signatures: readonly string[]
  readonly version: 'legacy' | 0
  readonly blockhash: string
  readonly header: {
    readonly numRequiredSignatures: number
    readonly numReadonlySignedAccounts: number
    readonly numReadonlyUnsignedAccounts: number
  }
  readonly staticKeys: readonly Address[]
  readonly lookups: readonly {
    readonly table: Address
    readonly writable: readonly number[]
    readonly readonly: readonly number[]
  }[]
  readonly instructions: readonly CompiledInstruction[]
}

/** The most bytes of a transaction: one packet. @see https://solana.com/docs/core/transactions */
const packetSize = 1232

/**
 * Takes a transaction apart.
 *
 * @param bytes - The transaction as it goes over the wire, signatures first.
 * @throws RpcError -32602 when invalid.
 */
export function readWireTransaction(bytes: Uint8Array): WireTransaction {
  if (bytes.length > packetSize) {
    throw invalidParams(`invalid transaction: ${bytes.length} bytes are more than one packet holds (${packetSize})`)
  }
  try {
    const transaction = getTransactionDecoder().decode(bytes)
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    if (message.version === 1) throw invalidParams('invalid transaction: this node knows the versions legacy and 0')
    const { header, staticAccounts } = message
    const signatures = Object.values(transaction.signatures).map((signature) =>
      getBase58Decoder().decode(signature ?? new Uint8Array(64)),
    )
    const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : []
    return {
      bytes,
      transaction,
      signature: signatures[0] ?? '',
      signatures,
      version: message.version,
      blockhash: message.lifetimeToken,
      header: {
        numRequiredSignatures: header.numSignerAccounts,
        numReadonlySignedAccounts: header.numReadonlySignerAccounts,
        numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
      },
      staticKeys: staticAccounts,
      lookups: lookups.map(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
        table: lookupTableAddress,
        writable: writableIndexes,
        readonly: readonlyIndexes,
      })),
      instructions: message.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
        programIdIndex: programAddressIndex,
        accounts: accountIndices ?? [],
        data: Uint8Array.from(data ?? []),
      })),
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'RpcError') throw error
    throw invalidParams(`invalid transaction: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Which keys of a transaction may be written, by the order of its header. */
export function writableKeys(wire: WireTransaction, loadedWritable: number): readonly boolean[] {
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = wire.header
  const fixed = wire.staticKeys.map((_key, index) =>
    index < numRequiredSignatures
      ? index < numRequiredSignatures - numReadonlySignedAccounts
      : index < wire.staticKeys.length - numReadonlyUnsignedAccounts,
  )
  return [...fixed, ...Array.from({ length: loadedWritable }, () => true)]
}
