import { setTimeout as pause } from 'node:timers/promises'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { cleanName } from '@latchkey/protocol/internal/text'
import { type Visitor, visitors } from './askAsBrowser.js'
import { frameFolder } from './frameFolder.js'
import { nameRelease, readRelease } from './readRelease.js'
import { type FrameReport, verifyFrame } from './verifyFrame.js'

/** The options of `verify-frame`. */
export type WatchFrameOptions = {
  /** `LATCHKEY_FRAME_DIR`: the build whose release is right. */
  folder?: string | undefined
  /** SHA-256 of the settings that the pages must have. */
  settings?: string | undefined
  /** The header of one more browser to ask as. */
  userAgent?: string | undefined
  /** Seconds between two looks; once when absent. */
  every?: number | undefined
  write(text: string): void
  /** Ends the watch. */
  signal?: AbortSignal | undefined
}

/**
 * Runs `latchkey-server verify-frame`: compares once and writes a table, or watches and writes a line whenever the result changes.
 *
 * @param url - The wallet's origin.
 * @param options - What to compare with and where to write.
 * @returns Whether everything was as released at the last look.
 * @throws LatchkeyError INVALID_CONFIG when the address is no origin or this package has no built frame.
 */
export async function watchFrame(url: string | undefined, options: WatchFrameOptions): Promise<boolean> {
  const { every, signal, settings, userAgent, write } = options
  const origin = URL.canParse(url ?? '') ? new URL(url ?? '').origin : 'null'
  if (!/^https?:/.test(origin))
    throw new LatchkeyError(
      'INVALID_CONFIG',
      'verify-frame takes the origin of a wallet, for example https://wallet.example.com',
    )
  const folder = frameFolder(options.folder)
  const release = folder === undefined ? undefined : readRelease(folder)
  if (release === undefined)
    throw new LatchkeyError('INVALID_CONFIG', 'This package has no built frame to compare with. Run npm run build.')
  const all: [Visitor, ...Visitor[]] = [
    ...visitors,
    ...(userAgent === undefined ? [] : [{ name: 'the one named', userAgent, acceptEncoding: 'br' }]),
  ]
  const look = () => verifyFrame(origin, { release, visitors: all, settings })
  let report = await look()
  if (every === undefined) {
    write(tableOf(origin, report, nameRelease(release)))
    return report.differences.length === 0
  }
  let last = ''
  while (!signal?.aborted) {
    const line = lineOf(report)
    if (line !== last) write(`${new Date().toISOString()} ${origin} ${line}\n`)
    last = line
    await pause(every * 1000, undefined, { signal }).catch(() => undefined)
    if (!signal?.aborted) report = await look()
  }
  return report.differences.length === 0
}

function tableOf(origin: string, { compared, differences, settings }: FrameReport, release: string): string {
  const width = Math.max(0, ...differences.map(({ path }) => path.length))
  const sites = settings?.sites === 'loopback' ? 'this machine' : settings?.sites.map(named).join(' ')
  const verdict =
    differences.length === 0
      ? `${origin} serves this release: ${compared} answers compared`
      : `${origin} does not serve this release: ${differences.length} differences in ${compared} answers`
  return [
    release,
    ...differences.map(({ path, what, seenBy }) => `${path.padEnd(width)}  ${what}${asSeenBy(seenBy)}`),
    verdict,
    ...(settings === undefined
      ? []
      : [
          `Settings ${settings.hash}: API ${named(settings.apiUrl)}, embedded by ${sites}, trusted: ${settings.trustedSites.map(named).join(' ') || 'none'}, ${settings.chains.length} chains`,
        ]),
    // For the textfile collector of a Prometheus exporter, or grep.
    `latchkey_frame_differences ${differences.length}\n`,
  ].join('\n')
}

function lineOf({ differences, settings }: FrameReport): string {
  const after = ` settings ${settings?.hash ?? 'none'}`
  if (differences.length === 0) return `as released,${after}`
  const named = differences.slice(0, 5).map(({ path, what, seenBy }) => `${path} ${what}${asSeenBy(seenBy)}`)
  const more = differences.length > 5 ? `; ${differences.length - 5} more` : ''
  return `${differences.length} differences,${after}: ${named.join('; ')}${more}`
}

const asSeenBy = (names: readonly string[]) => (names.length === 0 ? '' : ` (for ${names.join(', ')} only)`)

/** Escapes control characters of untrusted output, which could clear the screen or forge a line. */
function named(text: string): string {
  return cleanName(text, 300)
}
