import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, hex } from '@scure/base'
import { sign as signSr25519 } from '@scure/sr25519'
import type { FamilyWalletChain } from '../../wallets/approvalRequest.js'
import { polkadotKey } from './familyKeys.js'
import { type PhoneFamily, reading, readText, toMessage, unknownAccount, unknownMethod } from './phoneFamily.js'

const polkadotMainnet = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const [opening, closing] = ['<Bytes>', '</Bytes>']
/** The marker of this kind of signature. */
const sr25519Mark = 1

/** Polkadot on the phone. @see https://docs.reown.com/advanced/multichain/rpc-reference/polkadot-rpc */
export function createPolkadotFamily(index: number): PhoneFamily {
  const key = polkadotKey(index)
  const addressOn = ({ chainId }: FamilyWalletChain) =>
    encodeAddress(key.publicKey, chainId === polkadotMainnet ? 0 : 42)
  return {
    methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
    addresses: (chain) => [addressOn(chain)],
    async answer({ method, params, chain, confirm }) {
      const address = addressOn(chain)
      if (readText(params, 'address') !== address) throw unknownAccount
      switch (method) {
        case 'polkadot_signMessage': {
          const message = utf8ToBytes(wrap(readText(params, 'message')))
          await confirm(address, toMessage(message))
          return { signature: toHex(signSr25519(key.privateKey, message)) }
        }
        case 'polkadot_signTransaction': {
          const payload = (params.transactionPayload ?? {}) as { readonly [key: string]: unknown }
          const bytes = reading('The payload', () => encodePayload(payload))
          const details = { label: 'Payload', text: JSON.stringify(payload, null, 2) }
          const rows = [{ label: 'Network', value: chain.name }]
          await confirm(address, { kind: 'familyTransaction', text: { title: 'Sign', rows, details } })
          const signature = signSr25519(key.privateKey, bytes)
          return { payload, signature: toHex(concatBytes(new Uint8Array([sr25519Mark]), signature)) }
        }
        default:
          throw unknownMethod
      }
    },
  }
}

/** A message must not be taken for a transaction, so it is wrapped; one that is, is left as it is. */
function wrap(message: string): string {
  return message.startsWith(opening) && message.endsWith(closing) ? message : `${opening}${message}${closing}`
}

/** @see https://docs.substrate.io/reference/address-formats */
function encodeAddress(publicKey: Uint8Array, prefix: number): string {
  const body = concatBytes(new Uint8Array([prefix]), publicKey)
  const checksum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body), { dkLen: 64 })
  return base58.encode(concatBytes(body, checksum.slice(0, 2)))
}

/** What goes into the extrinsic, by extension, and what is only signed. */
const explicit: { readonly [extension: string]: readonly string[] } = {
  CheckMortality: ['era'],
  CheckEra: ['era'],
  CheckNonce: ['nonce'],
  ChargeTransactionPayment: ['tip'],
  ChargeAssetTxPayment: ['tip', 'assetId'],
  CheckMetadataHash: ['mode'],
}
const implicit: { readonly [extension: string]: readonly string[] } = {
  CheckSpecVersion: ['specVersion'],
  CheckTxVersion: ['transactionVersion'],
  CheckGenesis: ['genesisHash'],
  CheckMortality: ['blockHash'],
  CheckEra: ['blockHash'],
  CheckMetadataHash: ['metadataHash'],
}
const silent: ReadonlySet<string> = new Set([
  'CheckNonZeroSender',
  'CheckWeight',
  'PrevalidateAttests',
  'WeightReclaim',
  'StorageWeightReclaim',
])

/** The bytes of a payload that are signed; their hash when they are many. @see https://spec.polkadot.network/id-extrinsics */
function encodePayload(payload: { readonly [key: string]: unknown }): Uint8Array {
  const extensions = (payload.signedExtensions ?? []) as readonly string[]
  for (const name of extensions) {
    if (!silent.has(name) && !(name in explicit) && !(name in implicit)) throw new RangeError(`${name} is unknown`)
  }
  const fields = (of: typeof explicit) =>
    extensions.flatMap((name) => (of[name] ?? []).map((each) => encode(each, payload[each])))
  const bytes = concatBytes(fromHex(payload.method), ...fields(explicit), ...fields(implicit))
  return bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes
}

function encode(name: string, value: unknown): Uint8Array {
  switch (name) {
    case 'nonce':
    case 'tip':
      return compact(BigInt(String(value)))
    case 'mode':
      return new Uint8Array([Number(value ?? 0)])
    case 'assetId':
    case 'metadataHash':
      return value === undefined || value === null
        ? new Uint8Array([0])
        : concatBytes(new Uint8Array([1]), fromHex(value))
    case 'specVersion':
    case 'transactionVersion': {
      const bytes = new Uint8Array(4)
      new DataView(bytes.buffer).setUint32(0, Number(value), true)
      return bytes
    }
    default:
      return fromHex(value)
  }
}

/** @see https://docs.substrate.io/reference/scale-codec */
function compact(value: bigint): Uint8Array {
  if (value < 1n << 6n) return littleEndian(value << 2n, 1)
  if (value < 1n << 14n) return littleEndian((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return littleEndian((value << 2n) | 2n, 4)
  let length = 4
  while (value >= 1n << BigInt(8 * length)) length++
  return concatBytes(new Uint8Array([((length - 4) << 2) | 3]), littleEndian(value, length))
}

function littleEndian(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
}

function fromHex(value: unknown): Uint8Array {
  return hex.decode(String(value).replace(/^0x/, '').toLowerCase())
}

function toHex(bytes: Uint8Array): string {
  return `0x${hex.encode(bytes)}`
}
