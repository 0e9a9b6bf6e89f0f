import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import { english, HDKey } from 'viem/accounts'

/** Everything that one wallet has to hide. */
export type Secrets = { readonly [name: string]: Uint8Array | string }

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** The 24 words of 32 bytes, by BIP-39. */
export function wordsOf(entropy: Uint8Array): string {
  const bits = [...entropy, ...sha256(entropy)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const at = (index: number) => english[Number.parseInt(bits.slice(index * 11, index * 11 + 11), 2)] ?? ''
  return Array.from({ length: 24 }, (_, index) => at(index)).join(' ')
}

/** The seed of 24 words, and the private keys that are derived from it. */
export function keysOf(words: string): { readonly [name: string]: Uint8Array } {
  const seed = pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512')
  const root = HDKey.fromMasterSeed(seed)
  const at = (path: string) => root.derive(path).privateKey ?? new Uint8Array()
  return {
    'BIP-39 seed': seed,
    'master key': root.privateKey ?? new Uint8Array(),
    'EVM key': at("m/44'/60'/0'/0/0"),
    'Bitcoin payment key': at("m/84'/0'/0'/0/0"),
    'Bitcoin ordinal key': at("m/86'/0'/0'/0/0"),
    'Solana key': slip10(seed, [44, 501, 0, 0]),
  }
}

function slip10(seed: Uint8Array, path: readonly number[]): Uint8Array {
  const step = (key: string | Uint8Array, data: Uint8Array) => createHmac('sha512', key).update(data).digest()
  let node = step('ed25519 seed', seed)
  for (const index of path) {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(index + 0x8000_0000)
    node = step(node.subarray(32), Buffer.concat([Buffer.alloc(1), node.subarray(0, 32), number]))
  }
  return node.subarray(0, 32)
}

const base58Digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function base58(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = base58Digits[Number(value % 58n)] + text
  return text
}

/** A Bitcoin key as wallets write it for export. */
function wif(key: Uint8Array): string {
  const body = Buffer.concat([Buffer.of(0x80), key, Buffer.of(1)])
  return base58(Buffer.concat([body, sha256(sha256(body)).subarray(0, 4)]))
}

/** The ways in which a secret could be written somewhere; words: any four in a row. */
export function formsOf(secret: Uint8Array | string): string[] {
  if (typeof secret === 'string') {
    const words = secret.split(' ')
    if (words.length < 4) return [secret, secret.replaceAll('-', ''), secret.toLowerCase()]
    const groups = words.slice(3).map((_, at) => words.slice(at, at + 4))
    return groups.flatMap((group) => [' ', ',', '","', ', ', '\n'].map((between) => group.join(between)))
  }
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  return [
    hex,
    hex.toUpperCase(),
    bytes.toString('latin1'),
    [...bytes].join(','),
    [...bytes].join(', '),
    ...(bytes.length === 32 ? [base58(bytes), wif(bytes), BigInt(`0x${hex}`).toString()] : []),
    ...(['base64', 'base64url'] as const).flatMap((form) =>
      // Where it stands in the middle of something longer, its letters depend on what came before.
      [0, 1, 2].map((skip) =>
        bytes
          .subarray((3 - skip) % 3, 30)
          .toString(form)
          .replace(/=+$/, ''),
      ),
    ),
  ]
}

/** Names the secrets that stand in a text in any form. */
export function findSecrets(text: string, secrets: Secrets): string[] {
  // All forms are looked for in one walk: there are hundreds, and a heap or a database is long.
  const starts = new Map<number, { readonly name: string; readonly form: string }[]>()
  const isStart = new Uint8Array(windows)
  for (const [name, secret] of Object.entries(secrets))
    for (const form of formsOf(secret)) {
      if (form.length < 4) throw new Error(`A form of ${name} is too short to be looked for`)
      const key = windowOf(form, 0)
      isStart[key] = 1
      starts.set(key, [...(starts.get(key) ?? []), { name, form }])
    }
  const found = new Set<string>()
  let key = 0
  for (let at = 0; at < text.length; at++) {
    key = step(key, text.charCodeAt(at))
    if (isStart[key] !== 1) continue
    for (const { name, form } of starts.get(key) ?? []) if (text.startsWith(form, at - 3)) found.add(name)
  }
  return Object.keys(secrets).filter((name) => found.has(name))
}

/** How many numbers there are for the last four letters of a walk: five bits of each move the older ones out. */
const windows = 2 ** 20
const step = (key: number, letter: number) => ((key << 5) ^ letter) & (windows - 1)

/** The number of the four letters of a text from a place on. */
function windowOf(text: string, at: number): number {
  let key = 0
  for (let more = 0; more < 4; more++) key = step(key, text.charCodeAt(at + more))
  return key
}
