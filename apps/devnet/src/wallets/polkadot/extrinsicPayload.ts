import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { hex } from '@scure/base'
import { compact, little } from '../../chains/polkadot/scale.js'
import { ProviderError } from '../providerError.js'

/** An extrinsic to be signed, in the JSON form of the extension interface. Numbers are hex from their largest byte. */
export type SignerPayload = { readonly [field: string]: unknown }

type Part = (payload: SignerPayload) => Uint8Array

const none: Part = () => new Uint8Array()
const bytesOf =
  (field: string): Part =>
  (payload) => {
    const value = payload[field]
    if (typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)) return hex.decode(value.slice(2))
    throw new ProviderError(-32602, `The payload's \`${field}\` is not hexadecimal.`)
  }
const numberOf = (payload: SignerPayload, field: string): bigint => {
  const value = payload[field]
  if (typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value)) return BigInt(value)
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  throw new ProviderError(-32602, `The payload's \`${field}\` is not a number.`)
}
const compactOf =
  (field: string): Part =>
  (payload) =>
    compact(numberOf(payload, field))
const u32Of =
  (field: string): Part =>
  (payload) =>
    little(numberOf(payload, field), 4)
const optional =
  (field: string): Part =>
  (payload) => {
    const value = payload[field]
    return value === undefined || value === null
      ? Uint8Array.of(0)
      : concatBytes(Uint8Array.of(1), bytesOf(field)(payload))
  }

/** What each extension of a runtime adds: to the extrinsic itself, and to what is signed besides. */
const extensions: { readonly [name: string]: { readonly inside: Part; readonly besides: Part } } = {
  CheckNonZeroSender: { inside: none, besides: none },
  CheckSpecVersion: { inside: none, besides: u32Of('specVersion') },
  CheckTxVersion: { inside: none, besides: u32Of('transactionVersion') },
  CheckGenesis: { inside: none, besides: bytesOf('genesisHash') },
  CheckMortality: { inside: bytesOf('era'), besides: bytesOf('blockHash') },
  CheckEra: { inside: bytesOf('era'), besides: bytesOf('blockHash') },
  CheckNonce: { inside: compactOf('nonce'), besides: none },
  CheckWeight: { inside: none, besides: none },
  WeightReclaim: { inside: none, besides: none },
  StorageWeightReclaim: { inside: none, besides: none },
  PrevalidateAttests: { inside: none, besides: none },
  ChargeTransactionPayment: { inside: compactOf('tip'), besides: none },
  ChargeAssetTxPayment: {
    inside: (payload) => concatBytes(compactOf('tip')(payload), optional('assetId')(payload)),
    besides: none,
  },
  CheckMetadataHash: {
    inside: (payload) => Uint8Array.of(payload.mode === 1 ? 1 : 0),
    besides: optional('metadataHash'),
  },
}

/**
 * The bytes that the signature of an extrinsic is over: the call, what the extensions put in, and what they add. Longer
 * ones are hashed first.
 *
 * @throws ProviderError -32602 when a field is missing or an extension is not known.
 * @see https://wiki.polkadot.network/docs/build-transaction-construction
 */
export function extrinsicPayload(payload: SignerPayload): Uint8Array {
  const { signedExtensions, version } = payload
  if (version !== 4) throw new ProviderError(-32602, 'The wallet signs extrinsics of version 4 only.')
  if (!Array.isArray(signedExtensions)) throw new ProviderError(-32602, 'The payload has no `signedExtensions`.')
  const parts = signedExtensions.map((name) => {
    const part = Object.hasOwn(extensions, String(name)) ? extensions[String(name)] : undefined
    if (part === undefined) throw new ProviderError(-32602, `The wallet does not know the extension ${String(name)}.`)
    return part
  })
  const bytes = concatBytes(
    bytesOf('method')(payload),
    ...parts.map(({ inside }) => inside(payload)),
    ...parts.map(({ besides }) => besides(payload)),
  )
  return bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes
}
