import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, bech32 } from '@scure/base'
import { secp256k1Key } from './familyKeys.js'
import {
  type FamilyQuestion,
  type PhoneFamily,
  reading,
  readText,
  toMessage,
  unknownAccount,
  unknownMethod,
} from './phoneFamily.js'

/** Cosmos chains on the phone. @see https://docs.reown.com/advanced/multichain/rpc-reference/cosmos-rpc */
export function createCosmosFamily(index: number): PhoneFamily {
  const key = secp256k1Key(`m/44'/118'/0'/0/${index}`)
  const address = bech32.encode('cosmos', bech32.toWords(ripemd160(sha256(key.publicKey))))
  const pubkey = base64.encode(key.publicKey)

  function sign(bytes: Uint8Array) {
    const signature = base64.encode(secp256k1.sign(bytes, key.privateKey))
    return { pub_key: { type: 'tendermint/PubKeySecp256k1', value: pubkey }, signature }
  }

  return {
    methods: ['cosmos_getAccounts', 'cosmos_signAmino', 'cosmos_signDirect'],
    addresses: () => [address],
    async answer({ method, params, chain, confirm }) {
      if (method === 'cosmos_getAccounts') return [{ algo: 'secp256k1', address, pubkey }]
      if (readText(params, 'signerAddress') !== address) throw unknownAccount
      const doc = (params.signDoc ?? {}) as { readonly [key: string]: unknown }
      switch (method) {
        case 'cosmos_signAmino': {
          const text = toCanonicalJson(doc)
          await confirm(address, askFor(doc, text, chain.name))
          return { signed: doc, signature: sign(utf8ToBytes(text)) }
        }
        case 'cosmos_signDirect': {
          const bytes = reading('The document', () => encodeSignDoc(doc))
          const details = { label: 'Document', text: JSON.stringify(doc, null, 2) }
          const rows = [{ label: 'Network', value: chain.name }]
          await confirm(address, { kind: 'familyTransaction', text: { title: 'Sign', rows, details } })
          return { signed: doc, signature: sign(bytes) }
        }
        default:
          throw unknownMethod
      }
    },
  }
}

/** A message in the form of ADR-36 is shown as the message that it is. */
function askFor(doc: { readonly [key: string]: unknown }, text: string, network: string): FamilyQuestion {
  const [first, ...more] = Array.isArray(doc.msgs) ? (doc.msgs as { type?: unknown; value?: { data?: unknown } }[]) : []
  if (first?.type === 'sign/MsgSignData' && more.length === 0) {
    return toMessage(reading('The message', () => base64.decode(String(first.value?.data))))
  }
  const rows = [{ label: 'Network', value: network }]
  return { kind: 'familyTransaction', text: { title: 'Sign', rows, details: { label: 'Document', text } } }
}

/** Keys in order, and three characters escaped, as every side writes it. @see https://github.com/cosmos/cosmos-sdk/blob/main/docs/architecture/adr-036-arbitrary-signature.md */
function toCanonicalJson(value: unknown): string {
  const ordered = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(ordered)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, inner]) => [name, ordered(inner)]),
    )
  }
  return JSON.stringify(ordered(value)).replaceAll('&', '\\u0026').replaceAll('<', '\\u003c').replaceAll('>', '\\u003e')
}

/** @see https://github.com/cosmos/cosmos-sdk/blob/main/proto/cosmos/tx/v1beta1/tx.proto SignDoc */
function encodeSignDoc(doc: { readonly [key: string]: unknown }): Uint8Array {
  const account = BigInt(String(doc.accountNumber))
  return concatBytes(
    field(1, base64.decode(String(doc.bodyBytes))),
    field(2, base64.decode(String(doc.authInfoBytes))),
    field(3, utf8ToBytes(String(doc.chainId))),
    ...(account === 0n ? [] : [new Uint8Array([(4 << 3) | 0]), varint(account)]),
  )
}

function field(number: number, bytes: Uint8Array): Uint8Array {
  return bytes.length === 0
    ? bytes
    : concatBytes(new Uint8Array([(number << 3) | 2]), varint(BigInt(bytes.length)), bytes)
}

function varint(value: bigint): Uint8Array {
  const groups: number[] = []
  let rest = value
  while (rest >= 0x80n) {
    groups.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  return new Uint8Array([...groups, Number(rest)])
}
