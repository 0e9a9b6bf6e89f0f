import * as z from 'zod'
import { aadBytes } from './aadBytes.js'
import { askKeys } from './askKeys.js'
import type { Aad, KeyProvider } from './keyProvider.js'
import { readKeyAnswer } from './readKeyAnswer.js'

const encrypted = z.object({ data: z.object({ ciphertext: z.string().regex(/^vault:v\d+:/) }) })
const decrypted = z.object({ data: z.object({ plaintext: z.base64() }) })
/** A version that an operator switched off may come back, so it is no fault of the ciphertext. */
const isRefusal = (status: number, body: string) => status === 400 && !/disallowed by policy/.test(body)
const healthy = z.object({ sealed: z.literal(false) })

/**
 * Keeps keys in the transit engine of HashiCorp Vault or OpenBao; the key must be of type `aes256-gcm96`.
 *
 * @param options - The service's address, how to get a token, the mount (`transit` unless named), and the key's name.
 * @returns The provider.
 * @see https://developer.hashicorp.com/vault/api-docs/secret/transit
 */
export function createVaultKeys(options: {
  url: string
  token: () => Promise<string>
  key: string
  mount?: string
  fetch?: typeof fetch
}): KeyProvider {
  const { url, token, key, mount = 'transit', fetch: fetcher = fetch } = options
  async function ask<Schema extends z.ZodType>(path: string, schema: Schema, input?: object) {
    const headers = { 'x-vault-token': await token(), 'content-type': 'application/json' }
    const init = input === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(input) }
    return readKeyAnswer(schema, await askKeys(fetcher, `${url}/v1/${path}`, init, isRefusal))
  }
  const bound = (aad: Aad) => Buffer.from(aadBytes(aad)).toString('base64')
  const wrap = async (dek: Uint8Array, aad: Aad) => {
    const input = { plaintext: Buffer.from(dek).toString('base64'), associated_data: bound(aad) }
    const { ciphertext } = (await ask(`${mount}/encrypt/${key}`, encrypted, input)).data
    return { ct: new TextEncoder().encode(ciphertext), keyRef: key, keyVersion: ciphertext.split(':')[1] ?? '' }
  }
  const unwrap = async (ct: Uint8Array, keyRef: string, aad: Aad) => {
    const input = { ciphertext: new TextDecoder().decode(ct), associated_data: bound(aad) }
    const { plaintext } = (await ask(`${mount}/decrypt/${encodeURIComponent(keyRef)}`, decrypted, input)).data
    return Uint8Array.from(Buffer.from(plaintext, 'base64'))
  }
  return {
    name: 'vault',
    identity: `vault:${url}/${mount}/${key}`,
    wrap,
    unwrap,
    rewrap: async (ct, keyRef, aad) => wrap(await unwrap(ct, keyRef, aad), aad),
    async health() {
      try {
        await ask('sys/health', healthy)
        return 'ok'
      } catch {
        return 'degraded'
      }
    },
    close: async () => undefined,
  }
}
