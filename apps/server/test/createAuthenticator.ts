import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What a browser and an authenticator say, where a test has them say something else. */
export type Said = { client?: object; host?: string; flags?: number; credentialId?: string }

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** A passkey of a wallet's host, made of the structures of WebAuthn as a browser gives them to a page. */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = { kty: 'EC', crv: 'P-256', x, y } as const
  const id = randomBytes(24)
  const credentialId = text(id)

  function data({ host = new URL(origin).hostname, flags = 0x05 }: Said, more: Uint8Array = new Uint8Array()) {
    const head = createHash('sha256').update(host).digest()
    return Buffer.concat([head, Buffer.from([flags, 0, 0, 0, 0]), more])
  }
  const client = (type: string, challenge: string, { client: said = {} }: Said) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...said }))

  return {
    passkey: { credentialId, publicKey: key, isDoor: true },
    register(challenge: string, said: Said = {}) {
      const [before, between] = ['a5010203262001215820', '225820'].map((part) => Buffer.from(part, 'hex'))
      const cose = [before!, Buffer.from(x, 'base64url'), between!, Buffer.from(y, 'base64url')]
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, ...cose])
      return {
        credentialId,
        publicKey: key,
        authenticatorData: text(data({ flags: 0x45, ...said }, credential)),
        clientDataJSON: text(client('webauthn.create', challenge, said)),
      }
    },
    answer(challenge: string, said: Said = {}) {
      const [authenticator, spoken] = [data(said), client('webauthn.get', challenge, said)]
      const signed = Buffer.concat([authenticator, createHash('sha256').update(spoken).digest()])
      return {
        credentialId: said.credentialId ?? credentialId,
        authenticatorData: text(authenticator),
        clientDataJSON: text(spoken),
        signature: text(sign('sha256', signed, privateKey)),
      }
    },
  }
}
