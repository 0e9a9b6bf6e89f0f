import { readFileSync } from 'node:fs'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { socialProviders } from '@latchkey/protocol/internal/frame'
import * as z from 'zod'
import type { FarcasterSettings } from './createFarcaster.js'
import type { SocialName } from './oauthProviders.js'

const text = z.string().min(1).max(4_000)
/** Of a provider that runs elsewhere than its own, as the one of the local world does. */
const at = z.url({ protocol: /^https?$/ }).optional()
const plain = z.strictObject({ clientId: text, clientSecret: text, at })
const apple = z.strictObject({ clientId: text, teamId: text, keyId: text, privateKey: text, at })
const file = z.strictObject({
  google: plain.optional(),
  github: plain.optional(),
  apple: apple.optional(),
  facebook: plain.optional(),
  x: plain.optional(),
  discord: plain.optional(),
  farcaster: z.strictObject({ rpcUrl: z.url({ protocol: /^https?$/ }), relay: at }).optional(),
})

/** What an operator got from one provider. */
export type SocialClient = z.output<typeof plain> | z.output<typeof apple>
/** The providers that an operator has set up. */
export type SocialsFile = { readonly [name in SocialName]?: SocialClient } & { readonly farcaster?: FarcasterSettings }

/**
 * Reads what an operator got from the providers of social logins.
 *
 * @param path - A JSON file, as docs/operating.md shows it.
 * @param options - Whether this is a local world, where a provider may be reached without TLS.
 * @returns The clients by the name of their provider.
 * @throws LatchkeyError INVALID_CONFIG with the path of the wrong field; never with a secret.
 *
 * @example
 * import { readSocialsFile } from './readSocialsFile.js'
 * const { google } = readSocialsFile('socials.json', { isLocal: false })
 */
export function readSocialsFile(path: string, { isLocal }: { isLocal: boolean }): SocialsFile {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // What JSON says of a mistake quotes the text around it, and that holds secrets.
    throw new LatchkeyError('INVALID_CONFIG', 'The file that LATCHKEY_SOCIALS_FILE names cannot be read as JSON')
  }
  const result = file.safeParse(value)
  if (!result.success) {
    const details = result.error.issues.map(({ path, code }) => `${path.join('.') || 'the file'}: ${code}`).join('\n')
    throw new LatchkeyError('INVALID_CONFIG', 'The file that LATCHKEY_SOCIALS_FILE names is not usable', { details })
  }
  for (const name of socialProviders)
    if (result.data[name]?.at?.startsWith('http:') === true && !isLocal)
      throw new LatchkeyError('INVALID_CONFIG', `LATCHKEY_SOCIALS_FILE: ${name}.at must be an https URL`)
  if (result.data.farcaster?.relay?.startsWith('http:') === true && !isLocal)
    throw new LatchkeyError('INVALID_CONFIG', 'LATCHKEY_SOCIALS_FILE: farcaster.relay must be an https URL')
  return result.data as SocialsFile
}
