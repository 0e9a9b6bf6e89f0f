import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A client's key and the tokens it makes. */
export type RelayKey = {
  /** Its `did:key`. */
  clientId: string
  /** Makes a token for a relay; claims and header can be bent, and another key can sign. */
  token(audience: string, bent?: Bent): string
}

/** What differs from a good token; `skew` moves the client's clock by some seconds. */
export type Bent = {
  skew?: number
  claims?: { [name: string]: unknown }
  header?: { [name: string]: unknown }
  signWith?: 'another key' | 'nothing'
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Makes a key as clients of the relay have one. */
export function createRelayKey(): RelayKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  let value = BigInt(`0xed01${raw.toString('hex')}`)
  let digits = ''
  for (; value > 0n; value /= 58n) digits = (alphabet[Number(value % 58n)] ?? '') + digits
  const clientId = `did:key:z${digits}`
  const sub = randomBytes(32).toString('hex')
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
  return {
    clientId,
    token(audience, { skew = 0, claims, header, signWith } = {}) {
      const iat = Math.floor(Date.now() / 1_000) + skew
      const said = `${part({ alg: 'EdDSA', typ: 'JWT', ...header })}.${part({ iss: clientId, sub, aud: audience, iat, exp: iat + 86_400, ...claims })}`
      const key = signWith === 'another key' ? generateKeyPairSync('ed25519').privateKey : privateKey
      return `${said}.${signWith === 'nothing' ? '' : sign(null, Buffer.from(said), key).toString('base64url')}`
    },
  }
}
