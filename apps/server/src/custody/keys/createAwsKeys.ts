import { AwsV4Signer } from 'aws4fetch'
import * as z from 'zod'
import { askKeys } from './askKeys.js'
import type { Aad, KeyProvider, WrappedKey } from './keyProvider.js'
import { readKeyAnswer } from './readKeyAnswer.js'

/** The credentials of a principal of AWS. */
export type AwsCredentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined }

const wrapped = z.object({ CiphertextBlob: z.base64(), KeyId: z.string() })
const unwrapped = z.object({ Plaintext: z.base64() })
const described = z.object({ KeyMetadata: z.object({ KeyState: z.string() }) })
const refusals = /InvalidCiphertextException|IncorrectKeyException/

/**
 * Keeps keys in AWS KMS; the binding becomes the encryption context.
 *
 * @param options - The key's ARN, its region, credentials (asked before each call, since roles change them), and where the
 * service is when it is not at its public address.
 * @returns The provider.
 * @see https://docs.aws.amazon.com/kms/latest/APIReference/API_Operations.html
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function createAwsKeys(options: {
  keyId: string
  region: string
  credentials: () => Promise<AwsCredentials>
  url?: string
  fetch?: typeof fetch
  clock?: () => Date
}): KeyProvider {
  const { keyId, region, credentials, fetch: fetcher = fetch, clock = () => new Date() } = options
  const url = options.url ?? `https://kms.${region}.amazonaws.com/`
  async function ask<Schema extends z.ZodType>(operation: string, schema: Schema, input: object) {
    const body = JSON.stringify(input)
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${operation}` }
    const datetime = clock()
      .toISOString()
      .replace(/[-:]|\.\d{3}/g, '')
    // Its own choice leaves the content type out.
    const scope = { region, service: 'kms', datetime, allHeaders: true }
    const { sessionToken, ...pair } = await credentials()
    const who = sessionToken === undefined ? pair : { ...pair, sessionToken }
    const signer = new AwsV4Signer({ method: 'POST', url, headers, body, ...who, ...scope })
    const init = { method: 'POST', headers: (await signer.sign()).headers, body }
    return readKeyAnswer(
      schema,
      await askKeys(fetcher, url, init, (status, text) => status === 400 && refusals.test(text)),
    )
  }
  const toWrapped = ({ CiphertextBlob, KeyId }: z.output<typeof wrapped>): WrappedKey => ({
    ct: fromBase64(CiphertextBlob),
    keyRef: KeyId,
    keyVersion: '',
  })
  return {
    name: 'aws',
    // A key that was copied to other regions has the same id there.
    identity: `aws:${keyId.split('/').at(-1)}`,
    async wrap(dek, aad: Aad) {
      const input = { KeyId: keyId, Plaintext: toBase64(dek), EncryptionContext: aad }
      return toWrapped(await ask('Encrypt', wrapped, input))
    },
    async unwrap(ct, keyRef, aad) {
      const input = { KeyId: keyRef, CiphertextBlob: toBase64(ct), EncryptionContext: aad }
      return fromBase64((await ask('Decrypt', unwrapped, input)).Plaintext)
    },
    async rewrap(ct, keyRef, aad) {
      const input = {
        CiphertextBlob: toBase64(ct),
        SourceKeyId: keyRef,
        SourceEncryptionContext: aad,
        DestinationKeyId: keyId,
        DestinationEncryptionContext: aad,
      }
      return toWrapped(await ask('ReEncrypt', wrapped, input))
    },
    async health() {
      try {
        const { KeyMetadata } = await ask('DescribeKey', described, { KeyId: keyId })
        return KeyMetadata.KeyState === 'Enabled' ? 'ok' : 'degraded'
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

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64'))
}
