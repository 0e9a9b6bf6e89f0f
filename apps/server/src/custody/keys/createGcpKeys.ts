import * as z from 'zod'
import { aadBytes } from './aadBytes.js'
import { askKeys } from './askKeys.js'
import { crc32c } from './crc32c.js'
import { keysUnavailable } from './keyFault.js'
import type { Aad, KeyProvider } from './keyProvider.js'
import { readKeyAnswer } from './readKeyAnswer.js'

const checksum = z.union([z.string(), z.number()]).transform(Number)
const encrypted = z.object({
  name: z.string(),
  ciphertext: z.base64(),
  ciphertextCrc32c: checksum,
  verifiedPlaintextCrc32c: z.literal(true),
  verifiedAdditionalAuthenticatedDataCrc32c: z.literal(true),
})
const decrypted = z.object({ plaintext: z.base64(), plaintextCrc32c: checksum })
const keyState = z.object({ primary: z.object({ state: z.string() }) })

/**
 * Keeps keys in Google Cloud KMS; every value is checked by CRC-32C in both directions.
 *
 * @param options - The key's resource name (`projects/…/cryptoKeys/…`), how to get an access token, and where the service is
 * when it is not at its public address.
 * @returns The provider.
 * @see https://cloud.google.com/kms/docs/reference/rest/v1/projects.locations.keyRings.cryptoKeys/encrypt
 */
export function createGcpKeys(options: {
  key: string
  token: () => Promise<string>
  url?: string
  fetch?: typeof fetch
}): KeyProvider {
  const { key, token, url = 'https://cloudkms.googleapis.com', fetch: fetcher = fetch } = options
  async function ask<Schema extends z.ZodType>(path: string, schema: Schema, input?: object) {
    const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' }
    const init = input === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(input) }
    return readKeyAnswer(
      schema,
      await askKeys(
        fetcher,
        `${url}/v1/${path}`,
        init,
        (status, text) => status === 400 && /INVALID_ARGUMENT/.test(text),
      ),
    )
  }
  const wrap = async (dek: Uint8Array, aad: Aad) => {
    const bound = aadBytes(aad)
    const answer = await ask(`${key}:encrypt`, encrypted, {
      plaintext: toBase64(dek),
      plaintextCrc32c: String(crc32c(dek)),
      additionalAuthenticatedData: toBase64(bound),
      additionalAuthenticatedDataCrc32c: String(crc32c(bound)),
    })
    const ct = fromBase64(answer.ciphertext, answer.ciphertextCrc32c)
    return { ct, keyRef: key, keyVersion: answer.name.split('/').at(-1) ?? '' }
  }
  const unwrap = async (ct: Uint8Array, keyRef: string, aad: Aad) => {
    const bound = aadBytes(aad)
    const answer = await ask(`${keyRef}:decrypt`, decrypted, {
      ciphertext: toBase64(ct),
      ciphertextCrc32c: String(crc32c(ct)),
      additionalAuthenticatedData: toBase64(bound),
      additionalAuthenticatedDataCrc32c: String(crc32c(bound)),
    })
    return fromBase64(answer.plaintext, answer.plaintextCrc32c)
  }
  return {
    name: 'gcp',
    identity: `gcp:${key}`,
    wrap,
    unwrap,
    rewrap: async (ct, keyRef, aad) => wrap(await unwrap(ct, keyRef, aad), aad),
    async health() {
      try {
        return (await ask(key, keyState)).primary.state === 'ENABLED' ? 'ok' : 'degraded'
      } catch {
        return 'degraded'
      }
    },
    close: async () => undefined,
  }
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

function fromBase64(text: string, sum: number): Uint8Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'))
  if (crc32c(bytes) !== sum) throw keysUnavailable('an answer that was damaged on its way')
  return bytes
}
