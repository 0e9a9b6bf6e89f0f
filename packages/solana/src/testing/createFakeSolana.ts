import { ed25519Key, type FakeKeySwitches, failAsSwitched } from '@latchkey/core/testing'
import { type AccountId, toAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { formatSignInMessage } from '@latchkey/protocol/siwx'
import { base58 } from '@scure/base'
import type { SolanaProvider } from '../solanaProvider.js'

/** A Solana provider of ours with a real key, whose every fault the test decides. */
export type FakeSolana = {
  readonly provider: SolanaProvider
  readonly switches: FakeKeySwitches
  /** Names of the calls made, in order. */
  readonly calls: string[]
  readonly account: AccountId
  readonly address: string
}

/** What a fake Solana provider is made from. */
export type FakeSolanaParameters = {
  /** Any text; the same text gives the same key. */
  readonly seed?: string
  /** Default: the main network. */
  readonly chainId?: `solana:${string}`
  /** Sets the wallet's own way to send wire bytes; base58 of the first signature. */
  readonly send?: (transaction: Uint8Array) => Promise<string>
}

/**
 * Creates an implementation of the Solana provider contract with a real key and failure switches.
 *
 * @param parameters - See {@link FakeSolanaParameters}.
 * @returns The provider, its account, and the handles of the test.
 *
 * @example
 * import { createFakeConnector } from '@latchkey/core/testing'
 * import { createFakeSolana } from '@latchkey/solana/testing'
 * const solana = await createFakeSolana({ seed: 'ada' })
 * const fake = createFakeConnector({ namespaces: ['solana'], getProvider: async () => solana.provider })
 */
export async function createFakeSolana(parameters: FakeSolanaParameters = {}): Promise<FakeSolana> {
  const { chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', seed = 'fake', send } = parameters
  const switches: FakeKeySwitches = { reject: false, neverAnswer: false, nonsense: false }
  const calls: string[] = []
  const key = await ed25519Key(`solana ${seed}`)
  const address = base58.encode(key.publicKey)
  const account = toAccountId(chainId, address)

  const requireOwn = (wanted: string) => {
    if (wanted !== address) throw new LatchkeyError('UNAUTHORIZED', 'The wallet has not allowed this account.')
  }
  const sign = async (transaction: Uint8Array) => {
    if (switches.nonsense) return Uint8Array.of(1, 2, 3)
    const { place, message } = placeOf(transaction, key.publicKey)
    const signed = Uint8Array.from(transaction)
    signed.set(await key.sign(message), place)
    return signed
  }

  const provider: SolanaProvider = {
    async signMessage({ address: signer, message }) {
      await failAsSwitched(switches, calls, 'signMessage')
      requireOwn(signer)
      return switches.nonsense ? Uint8Array.of(1, 2, 3) : key.sign(message)
    },
    async signTransaction({ address: signer, transaction }) {
      await failAsSwitched(switches, calls, 'signTransaction')
      requireOwn(signer)
      return sign(transaction)
    },
    async signAllTransactions({ address: signer, transactions }) {
      await failAsSwitched(switches, calls, 'signAllTransactions')
      requireOwn(signer)
      return Promise.all(transactions.map(sign))
    },
    ...(send
      ? {
          async signAndSendTransaction({ address: signer, transaction }) {
            await failAsSwitched(switches, calls, 'signAndSendTransaction')
            requireOwn(signer)
            return switches.nonsense ? 'banana' : send(await sign(transaction))
          },
        }
      : {}),
    async signIn({ chainId: on, ...request }) {
      await failAsSwitched(switches, calls, 'signIn')
      const message = formatSignInMessage({ ...request, accountAddress: address, chainId: on })
      const signature = switches.nonsense ? 'banana' : base58.encode(await key.sign(new TextEncoder().encode(message)))
      return { account: toAccountId(on, address), message, signature }
    },
  }
  return { provider, switches, calls, account, address }
}

/** Where a signer's signature stands in the wire bytes, and what is signed. @see https://solana.com/docs/core/transactions */
function placeOf(transaction: Uint8Array, publicKey: Uint8Array): { place: number; message: Uint8Array } {
  const signatures = readLength(transaction, 0)
  const message = transaction.subarray(signatures.next + 64 * signatures.length)
  // A message with a version has one byte more at its head.
  const head = (message[0] ?? 0) & 0x80 ? 1 : 0
  const keys = readLength(message, head + 3)
  for (let index = 0; index < Math.min(keys.length, signatures.length); index++) {
    const at = keys.next + 32 * index
    if (publicKey.every((byte, offset) => byte === message[at + offset]))
      return { place: signatures.next + 64 * index, message }
  }
  throw new LatchkeyError('INVALID_PARAMS', 'This account does not sign this transaction.')
}

/** A length in seven bits a byte. */
function readLength(bytes: Uint8Array, at: number): { length: number; next: number } {
  const [first = 0, second = 0] = bytes.subarray(at)
  return first < 0x80 ? { length: first, next: at + 1 } : { length: (first & 0x7f) | (second << 7), next: at + 2 }
}
