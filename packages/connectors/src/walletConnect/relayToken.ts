import { fromBase64Url, toBase64Url } from '@latchkey/protocol/internal/bytes'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { randomHex } from './envelope.js'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** One connection needs it only while it is made. */
const lifeSeconds = 3600
/** What stands before a seed in PKCS #8. @see https://www.rfc-editor.org/rfc/rfc8410#section-7 */
const pkcs8 = '302e020100300506032b657004220420'

/** Signs for a relay client; `publicKey` is its name. */
export type Signer = { readonly publicKey: Uint8Array; sign(bytes: Uint8Array): Promise<Uint8Array> }

/**
 * Creates the signer of a relay client, on the platform's own Ed25519 where it has one.
 *
 * @param seed - The client's private key, 32 bytes in hex.
 * @param subtle - The platform's cryptography; absent on pages that are not secure.
 */
export async function createSigner(seed: string, subtle = globalThis.crypto?.subtle): Promise<Signer> {
  try {
    const usages: KeyUsage[] = ['sign']
    const key = await subtle.importKey('pkcs8', hexToBytes(pkcs8 + seed), 'Ed25519', true, usages)
    const { x = '' } = await subtle.exportKey('jwk', key)
    const publicKey = fromBase64Url(x)
    return {
      publicKey,
      sign: async (bytes) => new Uint8Array(await subtle.sign('Ed25519', key, new Uint8Array(bytes))),
    }
  } catch {
    // Older browsers, and pages that are not secure: then it is loaded.
    const { ed25519 } = await import('@noble/curves/ed25519.js')
    const key = hexToBytes(seed)
    return { publicKey: ed25519.getPublicKey(key), sign: async (bytes) => ed25519.sign(bytes, key) }
  }
}

/**
 * Signs the token that a relay knows a client by: a JWT of an Ed25519 key, which is the client's name as `did:key`.
 *
 * @param signer - The client's key.
 * @param audience - The URL of the relay, as it is configured.
 * @see https://www.rfc-editor.org/rfc/rfc8037
 */
export async function signRelayToken(signer: Signer, audience: string, now = Date.now()): Promise<string> {
  const iat = Math.floor(now / 1000)
  const claims = { iss: toDid(signer.publicKey), sub: randomHex(), aud: audience, iat, exp: iat + lifeSeconds }
  const head = toBase64Url(utf8ToBytes(JSON.stringify({ alg: 'EdDSA', typ: 'JWT' })))
  const body = `${head}.${toBase64Url(utf8ToBytes(JSON.stringify(claims)))}`
  return `${body}.${toBase64Url(await signer.sign(utf8ToBytes(body)))}`
}

/** @see https://w3c-ccg.github.io/did-method-key/ */
function toDid(publicKey: Uint8Array): string {
  // 0xed01 says in front of a key that it is one of Ed25519; it is no zero, so base58 has no leading ones to add.
  let rest = [0xed, 0x01, ...publicKey].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  while (rest > 0n) {
    text = `${alphabet[Number(rest % 58n)]}${text}`
    rest /= 58n
  }
  return `did:key:z${text}`
}
