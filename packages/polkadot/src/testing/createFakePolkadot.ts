import { ed25519Key, type FakeKeySwitches, failAsSwitched } from '@latchkey/core/testing'
import { type AccountId, toAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { writeSs58 } from '@latchkey/protocol/internal/polkadot'
import { hex } from '@scure/base'
import type { PolkadotProvider } from '../polkadotProvider.js'

/** A Polkadot provider of ours with a real key, whose every fault the test decides. */
export type FakePolkadot = {
  readonly provider: PolkadotProvider
  readonly switches: FakeKeySwitches
  /** Names of the calls made, in order. */
  readonly calls: string[]
  readonly account: AccountId
  readonly address: string
  /** Hex, without a prefix. */
  readonly publicKey: string
}

/** What a fake Polkadot provider is made from. */
export type FakePolkadotParameters = {
  /** Any text; the same text gives the same key. */
  readonly seed?: string
  /** Default: the main network. */
  readonly chainId?: `polkadot:${string}`
  /** The prefix of the address. Default 0, Polkadot's own. */
  readonly prefix?: number
}

/**
 * Creates an implementation of the Polkadot provider contract with a real Ed25519 key and failure switches.
 *
 * @param parameters - See {@link FakePolkadotParameters}.
 * @returns The provider, its account, and the handles of the test.
 *
 * @example
 * import { createFakeConnector } from '@latchkey/core/testing'
 * import { createFakePolkadot } from '@latchkey/polkadot/testing'
 * const polkadot = await createFakePolkadot({ seed: 'ada' })
 * const fake = createFakeConnector({ namespaces: ['polkadot'], getProvider: async () => polkadot.provider })
 */
export async function createFakePolkadot(parameters: FakePolkadotParameters = {}): Promise<FakePolkadot> {
  const { chainId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182', prefix = 0, seed = 'fake' } = parameters
  const switches: FakeKeySwitches = { reject: false, neverAnswer: false, nonsense: false }
  const calls: string[] = []
  const key = await ed25519Key(`polkadot ${seed}`)
  const address = writeSs58(key.publicKey, prefix)
  const provider: PolkadotProvider = {
    async signMessage({ address: signer, message }) {
      await failAsSwitched(switches, calls, 'signMessage')
      if (signer !== address) throw new LatchkeyError('UNAUTHORIZED', 'The wallet has not allowed this account.')
      if (switches.nonsense) return 'banana'
      const [before, after] = ['<Bytes>', '</Bytes>'].map((text) => new TextEncoder().encode(text))
      return `0x${hex.encode(await key.sign(Uint8Array.of(...(before ?? []), ...message, ...(after ?? []))))}`
    },
  }
  return {
    provider,
    switches,
    calls,
    account: toAccountId(chainId, address),
    address,
    publicKey: hex.encode(key.publicKey),
  }
}
