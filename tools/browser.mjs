// Finds a Chromium to test in: the named one, the system's, one that Playwright fetched, one from the dependencies; and
// fetches one only when there is none at all.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Gives frames of another site a storage of their own for each site that embeds them, as people's browsers do. Playwright
 * switches that off; of this flag the last one wins, so that its own no longer holds.
 */
export const partedArgs = ['--disable-features=Translate']

/** Flags that every test browser is started with: no sandbox (containers), no graphics card, no calls home. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Finds a Chromium.
 *
 * @param {{ install?: boolean, log?: (line: string) => void, windows?: boolean }} [options] `install` (default true) allows a download
 * as the last resort; `windows` (default false) passes over Chromium's headless shell, which takes a quarter less processor time and has
 * neither a user interface nor a camera.
 * @returns {Promise<{ path: string, from: string } | undefined>} Where it is and where it comes from; undefined when there is none.
 */
export async function findBrowser({ install = true, log = () => {}, windows = false } = {}) {
  const found =
    named(windows) ??
    onSystem(windows) ??
    (await fetched('found')) ??
    (await bundled(log)) ??
    (install ? await download(log) : undefined)
  if (found) log(`browser: ${found.path} (${found.from})`)
  return found
}

function named(windows) {
  const path = process.env.LATCHKEY_CHROMIUM
  if (!path || (windows && /headless[-_]shell/.test(path))) return undefined
  if (!isProgram(path)) throw new Error(`LATCHKEY_CHROMIUM names ${path}, which is not a program`)
  return { path, from: 'LATCHKEY_CHROMIUM' }
}

function onSystem(windows) {
  const path = candidates(windows).find(isProgram)
  return path ? { path, from: 'system' } : undefined
}

function candidates(windows) {
  if (process.platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `${name}.app/Contents/MacOS/${name}`)
    return ['/Applications', join(homedir(), 'Applications')].flatMap((root) => apps.map((app) => join(root, app)))
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter(Boolean)
    const apps = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Chromium\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ]
    return roots.flatMap((root) => apps.map((app) => join(root, app)))
  }
  const names = [
    ...(windows ? [] : ['chromium-headless-shell']),
    'chromium',
    'google-chrome',
    'google-chrome-stable',
    'chromium-browser',
    'microsoft-edge',
    'microsoft-edge-stable',
  ]
  return names.flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
}

async function fetched(from) {
  try {
    const { chromium } = await import('playwright-core')
    const path = chromium.executablePath()
    if (path && isProgram(path)) return { path, from: `Playwright, ${from}` }
  } catch {
    // Playwright does not know this platform or is not installed.
  }
  return olderPlaywright()
}

// A browser that another version of Playwright fetched serves as well.
function olderPlaywright() {
  const cache = {
    linux: join(homedir(), '.cache', 'ms-playwright'),
    darwin: join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  }[process.platform]
  const root = process.env.PLAYWRIGHT_BROWSERS_PATH ?? cache
  if (!root || !existsSync(root)) return undefined
  const inside = ['chrome-linux64/chrome', 'chrome-linux/chrome', 'chrome-mac/Chromium.app/Contents/MacOS/Chromium']
  const folders = readdirSync(root)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort()
    .reverse()
  const path = folders.flatMap((folder) => inside.map((file) => join(root, folder, file))).find(isProgram)
  return path ? { path, from: 'Playwright, found' } : undefined
}

async function bundled(log) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  try {
    // The package unpacks its own system libraries only when it believes to be in this environment.
    process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x'
    log('no browser on the system, unpacking the one from the dependencies')
    const { default: chromium } = await import('@sparticuz/chromium')
    return { path: await chromium.executablePath(), from: '@sparticuz/chromium' }
  } catch {
    return undefined
  }
}

async function download(log) {
  log('no browser found, fetching Chromium with Playwright')
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status === 0 ? fetched('just fetched') : undefined
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = await findBrowser({ log: (line) => console.error(line) })
  if (!found) {
    console.error(
      'No Chromium could be found or fetched. Install Chrome or Chromium, or name one in LATCHKEY_CHROMIUM.',
    )
    process.exit(1)
  }
  console.log(found.path)
}
