// `npm run engines`: the journeys in Firefox and WebKit beside Chromium. A word picks an engine or a file:
// `npm run engines -- webkit email`. An engine that is missing is named; where it could be installed (CI as root, with apt) it fails the run.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findBrowser } from './browser.mjs'
import { requireNode } from './prepare.mjs'

/** Finds the first of some programs on the path. */
function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

/** Finds the small browser that comes with WebKitGTK: it lies in the folder of the library's architecture and version. */
function findMiniBrowser() {
  return ['/usr/lib', '/usr/libexec']
    .filter((root) => existsSync(root))
    .flatMap((root) => [root, ...readdirSync(root).map((name) => join(root, name))])
    .flatMap((folder) =>
      ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((name) => join(folder, name, 'MiniBrowser')),
    )
    .find((path) => existsSync(path))
}

/**
 * Lists the engines and where they were found.
 *
 * @returns {Promise<{ name: 'chromium' | 'firefox' | 'webkit', programs: Record<string, string | undefined>, isThere: boolean, advice: string }[]>} One row an engine.
 */
export async function findEngines() {
  const chromium = await findBrowser({ install: false, windows: true })
  const engines = [
    { name: 'chromium', programs: { browser: chromium?.path }, advice: 'install chromium' },
    {
      name: 'firefox',
      programs: { browser: findProgram('firefox-esr', 'firefox') },
      advice: 'apt-get install firefox-esr',
    },
    {
      name: 'webkit',
      programs: {
        browser: findMiniBrowser(),
        driver: findProgram('WebKitWebDriver'),
        screen: findProgram('Xvfb'),
        clipboard: findProgram('xclip'),
      },
      advice: 'apt-get install webkit2gtk-driver xvfb xauth xclip',
    },
  ]
  return engines.map((engine) => ({ ...engine, isThere: Object.values(engine.programs).every(Boolean) }))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  requireNode()
  const root = join(dirname(fileURLToPath(import.meta.url)), '..')
  const engines = await findEngines()
  const words = process.argv.slice(2)
  const chosen = engines.filter(({ name }) => words.includes(name))
  const wanted = chosen.length > 0 ? chosen : engines
  const missing = wanted.filter(({ isThere }) => !isThere)
  for (const { name, programs, isThere, advice } of wanted)
    console.log(`${name}: ${isThere ? Object.values(programs).join(', ') : `not installed (${advice})`}`)
  const started = Date.now()
  const files = words.filter((word) => !engines.some(({ name }) => name === word))
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project=engines', ...files],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, LATCHKEY_ENGINES: wanted.map(({ name }) => name).join(',') },
    },
  )
  const mustBeThere = Boolean(process.env.CI) && process.getuid?.() === 0 && findProgram('apt-get') !== undefined
  console.log('')
  for (const { name, isThere, advice } of wanted)
    if (!isThere)
      console.log(`${mustBeThere ? 'FAILED ' : 'MISSING'} ${name} is not installed, nothing ran in it: ${advice}`)
  console.log(
    `Engines: ${
      wanted
        .filter(({ isThere }) => isThere)
        .map(({ name }) => name)
        .join(', ') || 'none'
    }; ${status === 0 ? 'all journeys passed' : 'FAILED'}; took ${Math.round((Date.now() - started) / 1000)} s`,
  )
  process.exit(status !== 0 || (mustBeThere && missing.length > 0) ? 1 : 0)
}
