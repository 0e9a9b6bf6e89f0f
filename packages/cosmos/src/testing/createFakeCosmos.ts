import { type FakeKeySwitches, failAsSwitched } from '@latchkey/core/testing'
import { type AccountId, toAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { toCosmosMessage } from '@latchkey/protocol/internal/cosmos'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32, hex } from '@scure/base'
import type { CosmosProvider } from '../cosmosProvider.js'

/** Ways in which a fake Cosmos provider fails; all off at first. */
export type FakeCosmosSwitches = FakeKeySwitches & {
  /** Signs a transfer to the wallet itself instead of the receiver. */
  changeReceiver: boolean
  /** Pays twice the fee that was asked for, as people may choose in a wallet. */
  doubleFee: boolean
}

/** A Cosmos provider of ours with a real key, whose every fault the test decides. */
export type FakeCosmos = {
  readonly provider: CosmosProvider
  readonly switches: FakeCosmosSwitches
  /** Names of the calls made, in order. */
  readonly calls: string[]
  readonly account: AccountId
  readonly address: string
  /** Hex of the compressed key. */
  readonly publicKey: string
}

/** What a fake Cosmos provider is made from. */
export type FakeCosmosParameters = {
  /** Any text; the same text gives the same key. */
  readonly seed?: string
  /** Default: the local chain. */
  readonly chainId?: `cosmos:${string}`
  /** How addresses begin. Default `cosmos`. */
  readonly prefix?: string
  /** False: the wallet signs messages only. Default true. */
  readonly signsTransfers?: boolean
}

/**
 * Creates an implementation of the Cosmos provider contract with a real key and failure switches.
 *
 * @param parameters - See {@link FakeCosmosParameters}.
 * @returns The provider, its account, and the handles of the test.
 * @see https://github.com/cosmos/cosmos-sdk/blob/main/docs/architecture/adr-036-arbitrary-signature.md
 *
 * @example
 * import { createFakeConnector } from '@latchkey/core/testing'
 * import { createFakeCosmos } from '@latchkey/cosmos/testing'
 * const cosmos = await createFakeCosmos({ seed: 'ada' })
 * const fake = createFakeConnector({ namespaces: ['cosmos'], getProvider: async () => cosmos.provider })
 */
export async function createFakeCosmos(parameters: FakeCosmosParameters = {}): Promise<FakeCosmos> {
  const { chainId = 'cosmos:latchkey-1', prefix = 'cosmos', seed = 'fake', signsTransfers = true } = parameters
  const switches: FakeCosmosSwitches = {
    reject: false,
    neverAnswer: false,
    nonsense: false,
    changeReceiver: false,
    doubleFee: false,
  }
  const calls: string[] = []
  const secret = sha256(new TextEncoder().encode(`cosmos ${seed}`))
  const key = secp256k1.getPublicKey(secret)
  const publicKey = hex.encode(key)
  const address = bech32.encode(prefix, bech32.toWords(ripemd160(sha256(key))))

  const requireOwn = (wanted: string) => {
    if (wanted !== address) throw new LatchkeyError('UNAUTHORIZED', 'The wallet has not allowed this account.')
  }
  const sign = (document: unknown) =>
    switches.nonsense ? 'banana' : base64.encode(secp256k1.sign(canonical(document), secret))

  const provider: CosmosProvider = {
    async signMessage({ address: signer, message }) {
      await failAsSwitched(switches, calls, 'signMessage')
      requireOwn(signer)
      return { signature: sign(toCosmosMessage(signer, message)), publicKey }
    },
    ...(signsTransfers
      ? {
          async signAmino({ address: signer, signDoc }) {
            await failAsSwitched(switches, calls, 'signAmino')
            requireOwn(signer)
            const signed = structuredClone(signDoc) as StdSignDoc
            if (switches.changeReceiver) for (const { value } of signed.msgs) value.to_address = address
            if (switches.doubleFee) for (const coin of signed.fee.amount) coin.amount = String(2n * BigInt(coin.amount))
            return { signature: sign(signed), publicKey, signed }
          },
        }
      : {}),
  }
  return { provider, switches, calls, account: toAccountId(chainId, address), address, publicKey }
}

type StdSignDoc = { fee: { amount: { amount: string }[] }; msgs: { value: { to_address: string } }[] }

/** The JSON that is signed: fields in order, and the three signs that Go escapes. */
function canonical(document: unknown): Uint8Array {
  const text = JSON.stringify(document, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  ).replace(/[&<>]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
  return new TextEncoder().encode(text)
}
