import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Writes `frame-release.json` beside a build: its version and the SHA-256 of each file, by path. The SHA-256 of that file itself
 * stands for the whole build and is printed.
 *
 * @param root - The folder of the sources, with the package.json that has the version.
 * @returns The plugin.
 */
export function writeRelease(root: string): Plugin {
  let publicDir = ''
  let say = (_text: string) => {}
  return {
    name: 'latchkey-release',
    configResolved(config) {
      publicDir = config.publicDir
      say = (text) => config.logger.info(text)
    },
    writeBundle: {
      order: 'post',
      handler({ dir = '' }, bundle) {
        // The folder may hold an older build, whose files are not of this one.
        const paths = [...Object.keys(bundle), ...filesUnder(publicDir)].sort()
        const files = Object.fromEntries(paths.map((path) => [path, sha256(readFileSync(join(dir, path)))]))
        const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
        const text = `${JSON.stringify({ version, files }, null, 2)}\n`
        writeFileSync(join(dir, 'frame-release.json'), text)
        say(`Frame ${version}, sha256 ${sha256(text)}`)
      },
    },
  }
}

function filesUnder(folder: string): string[] {
  if (folder === '' || !existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .map((path) => String(path).replaceAll('\\', '/'))
    .filter((path) => statSync(join(folder, path)).isFile())
}
