import { LatchkeyError } from '@latchkey/protocol/errors'
import * as z from 'zod'
import { askKeys } from './askKeys.js'
import { type AwsCredentials, createAwsKeys } from './createAwsKeys.js'
import { createGcpKeys } from './createGcpKeys.js'
import { createLocalKeys } from './createLocalKeys.js'
import { createPkcs11Keys } from './createPkcs11Keys.js'
import { createVaultKeys } from './createVaultKeys.js'
import type { KeyProvider } from './keyProvider.js'
import { readKeyAnswer } from './readKeyAnswer.js'
import { readKeyRing } from './readKeyRing.js'
import { readKeyUrl } from './readKeyUrl.js'
import { readSecretFile } from './readSecretFile.js'

/** The context for opening keys. */
export type OpenKeysOptions = {
  /** The name of the setting, for messages. */
  name: string
  /** Lets a key ring lie in a repository, which only a local world may do. */
  allowRepository?: boolean
  /** The PIN of a token, when no file holds it. */
  pin?: string | undefined
  /** The credentials for AWS, when no file holds them. */
  aws?: AwsCredentials | undefined
  fetch?: typeof fetch
}

const metadata = 'http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/token'
const accessToken = z.object({ access_token: z.string().min(1) })
const awsFile = z.object({
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  SessionToken: z.string().optional(),
})

/**
 * Opens the keys that a setting names. Tokens, credentials and PINs are read from their files at each use, so that whatever
 * renews them needs no restart.
 *
 * @param text - The setting: a path, or a URL as `readKeyUrl` takes it.
 * @param options - Its name, and secrets that stand in settings of their own.
 * @returns The provider.
 * @throws LatchkeyError INVALID_CONFIG that names the setting, API_UNREACHABLE.
 */
export async function openKeys(text: string, options: OpenKeysOptions): Promise<KeyProvider> {
  const { name, allowRepository = false, fetch: fetcher = fetch } = options
  const place = readKeyUrl(text, name)
  const readFile = (path: string, what: string) => readSecretFile(path, `The ${what} of ${name},`).trim()
  const needs = (what: string) => new LatchkeyError('INVALID_CONFIG', `${name} needs ${what}`)
  switch (place.kind) {
    case 'file':
      return createLocalKeys(readKeyRing(place.path, { allowRepository }))
    case 'aws': {
      const { region, keyId, endpoint, credentials: file } = place
      const { aws } = options
      const credentials = async (): Promise<AwsCredentials> => {
        if (file === undefined) {
          if (aws === undefined) throw needs('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or ?credentials=<file>')
          return aws
        }
        const read = awsFile.safeParse(parse(readFile(file, 'credentials')))
        if (!read.success) throw needs('credentials of the form that AWS calls credential_process')
        const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, SessionToken: sessionToken } = read.data
        return { accessKeyId, secretAccessKey, sessionToken }
      }
      await credentials()
      return createAwsKeys({
        keyId,
        region,
        credentials,
        fetch: fetcher,
        ...(endpoint === undefined ? {} : { url: `${endpoint}/` }),
      })
    }
    case 'gcp': {
      const { key, endpoint, token: file } = place
      const token = async () => {
        if (file !== undefined) return readFile(file, 'token')
        const init = { headers: { 'metadata-flavor': 'Google' } }
        return readKeyAnswer(accessToken, await askKeys(fetcher, metadata, init, () => false)).access_token
      }
      if (file !== undefined) await token()
      return createGcpKeys({ key, token, fetch: fetcher, ...(endpoint === undefined ? {} : { url: endpoint }) })
    }
    case 'vault': {
      const { url, mount, key, token: file } = place
      const token = async () => readFile(file, 'token')
      await token()
      return createVaultKeys({ url, mount, key, token, fetch: fetcher })
    }
    case 'pkcs11': {
      const { module, token, label, pinSource } = place
      const pin = () => {
        const found = pinSource === undefined ? options.pin : readFile(pinSource, 'PIN')
        if (found === undefined) throw needs('pin-source=<file>, or the PIN in a setting of its own')
        return found
      }
      pin()
      return createPkcs11Keys({ module, token, label, pin })
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which holds a key.
    return undefined
  }
}
