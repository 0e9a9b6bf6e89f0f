import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type StartSocialsOptions, startSocials } from '../socials/startSocials.js'
import type { Parts } from './createParts.js'

/**
 * Starts the providers of social logins, and writes what the wallet's server is given for them.
 *
 * @param parts - The parts of the start.
 * @param options - The folder for the file, who hears, and what the providers want.
 * @returns The file; undefined where the providers are not installed.
 */
export async function startLogins(
  parts: Parts,
  { dir, log, ...options }: StartSocialsOptions & { dir: string; log: (line: string) => void },
): Promise<string | undefined> {
  return parts.begin(['socials'], async () => {
    try {
      const host = await startSocials(options)
      parts.ready('socials', host)
      const file = join(dir, 'socials.json')
      writeFileSync(file, JSON.stringify(host.entries), { mode: 0o600 })
      return file
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error
      log('Social logins are left out: oidc-provider is not installed.')
      parts.off('socials')
      return undefined
    }
  })
}
