import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Finds the built frame.
 *
 * @param named - `LATCHKEY_FRAME_DIR`.
 * @returns The named folder, else the one that `npm run build` fills; undefined when nothing is built there.
 * @throws LatchkeyError INVALID_CONFIG when the named folder holds no build.
 */
export function frameFolder(named: string | undefined): string | undefined {
  const beside = fileURLToPath(new URL('../../../frame/dist/site', import.meta.url))
  const folder = named ?? beside
  if (existsSync(join(folder, 'index.html'))) return folder
  if (named === undefined) return undefined
  throw new LatchkeyError(
    'INVALID_CONFIG',
    'LATCHKEY_FRAME_DIR must name a folder with the built frame: it has no index.html',
  )
}
