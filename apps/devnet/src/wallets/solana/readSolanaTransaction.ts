import {
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type SignatureBytes,
} from '@solana/kit'
import { ProviderError } from '../providerError.js'

/** A transaction that a site wants signed, as far as the wallet can read it. */
export type AskedTransaction = {
  readonly messageBytes: Uint8Array
  /** The required signers. */
  readonly signers: readonly string[]
  readonly steps: readonly {
    readonly program: string
    readonly accounts: readonly string[]
    readonly data: Uint8Array
  }[]
  /** The transaction with one more signature, as it goes over the wire. */
  withSignature(address: string, signature: Uint8Array): Uint8Array
}

/** Takes the wire bytes of a transaction apart. */
export function readSolanaTransaction(bytes: unknown): AskedTransaction {
  if (!(bytes instanceof Uint8Array)) throw new ProviderError(-32602, 'The transaction is not a Uint8Array.')
  try {
    const transaction = getTransactionDecoder().decode(bytes)
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    if (message.version === 1) throw new RangeError('version 1')
    const keys = message.staticAccounts
    return {
      messageBytes: Uint8Array.from(transaction.messageBytes),
      signers: keys.slice(0, message.header.numSignerAccounts),
      steps: message.instructions.map(({ programAddressIndex, accountIndices, data }) => ({
        program: keys[programAddressIndex] ?? '',
        // A key from a lookup table is not in the transaction, so what it does there cannot be read.
        accounts: (accountIndices ?? []).map((index) => keys[index] ?? ''),
        data: Uint8Array.from(data ?? []),
      })),
      withSignature(address, signature) {
        const signatures = { ...transaction.signatures, [address]: signature as SignatureBytes }
        return Uint8Array.from(getTransactionEncoder().encode({ ...transaction, signatures }))
      },
    }
  } catch (error) {
    throw new ProviderError(-32602, `The transaction cannot be read: ${String(error).slice(0, 200)}`)
  }
}
