import { randomBytes } from 'node:crypto'
import { extname } from 'node:path'
import { cleanName } from '@latchkey/protocol/internal/text'
import * as z from 'zod'
import { mailPageHeaders } from '../platform/mail/mailPageHeaders.js'
import { type Answer, askAsBrowser, type Visitor } from './askAsBrowser.js'
import { type FrameRoute, type FrameSurroundings, frameHeaders } from './frameHeaders.js'
import { framePages, loadingLines, missingLines } from './frameRoutes.js'
import { plainPage } from './plainPage.js'
import { fileTypes } from './readFrameFiles.js'
import { type FrameRelease, nameRelease, releasePath, sha256 } from './readRelease.js'

/** One way in which what is served is not what was released. */
export type FrameDifference = {
  /** The path on the wallet's origin. */
  readonly path: string
  /** The fault. */
  readonly what: string
  /** The user agents to which it applies; all when empty. */
  readonly seenBy: readonly string[]
}

/** The result of verifying an operator's pages. */
export type FrameReport = {
  readonly differences: readonly FrameDifference[]
  /** How many files and pages were compared. */
  readonly compared: number
  /** The settings in the pages, with a hash of their text; undefined when `/sdk` has no readable ones. */
  readonly settings: (FrameSettings & { readonly hash: string }) | undefined
}

const token = z.strictObject({ address: z.string(), name: z.string(), symbol: z.string(), decimals: z.int() })
const settingsSchema = z.strictObject({
  walletName: z.string().min(1),
  apiUrl: z.url({ protocol: /^https?$/ }),
  sites: z.union([z.literal('loopback'), z.array(z.string())]),
  trustedSites: z.array(z.string()),
  chains: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      nativeCurrency: token.omit({ address: true }),
      tokens: z.array(token),
      isTestnet: z.boolean(),
    }),
  ),
})
type FrameSettings = z.output<typeof settingsSchema>

// What decides how long a copy is kept, and for how long a browser insists on https, is the operator's.
const ignored = new Set(['cache-control', 'strict-transport-security'])
/** Headers that make a browser load or run more than the file says. */
const unwanted = ['link', 'refresh', 'service-worker-allowed', 'sourcemap', 'speculation-rules', 'x-sourcemap']
const mostStrangers = 20
const emptyElement = '<script type="application/json" id="latchkey-frame"></script>'
const settingsElement = /<script type="application\/json" id="latchkey-frame">([^<]*)<\/script>/

/**
 * Compares what a wallet's origin serves with a release: every page, every file and every header that protects them, as three
 * browsers are served them.
 *
 * @param origin - The wallet's origin.
 * @param options - The release that is right, the browsers to ask as, and the hash of the settings when they are to be those.
 * @returns What differs, and the operator's settings.
 */
export async function verifyFrame(
  origin: string,
  options: { release: FrameRelease; visitors: readonly [Visitor, ...Visitor[]]; settings?: string | undefined },
): Promise<FrameReport> {
  const { release, visitors } = options
  const found = new Map<string, Map<string, Set<string>>>()
  const differ = (path: string, said: string, visitor: Visitor) => {
    // It may hold words of a hostile host, which could clear a screen or begin a line of their own.
    const what = cleanName(said, 300)
    const there = found.get(path) ?? new Map<string, Set<string>>()
    found.set(path, there.set(what, (there.get(what) ?? new Set()).add(visitor.name)))
  }
  let compared = 0
  /** Asks for one address and has what comes back judged; what cannot be had differs too. */
  async function look(
    path: string,
    visitor: Visitor,
    context: { dest: string; site?: string | undefined },
    judge: (answer: Answer) => void | Promise<void>,
  ): Promise<void> {
    compared += 1
    try {
      await judge(await askAsBrowser(new URL(path, origin), visitor, context))
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      differ(path, `cannot be had: ${code ?? message}`, visitor)
    }
  }
  const pageAt = (path: string, visitor: Visitor, site?: string): Promise<Page | undefined> => {
    const [, file = '', route = 'window'] = framePages.find(([each]) => each === path) ?? []
    let page: Page | undefined
    const context = { dest: route === 'embedded' ? 'iframe' : 'document', site }
    return look(path, visitor, context, (answer) => {
      page = readPage(answer)
      const name = site === undefined ? path : `${path} from ${site}`
      for (const what of faultsOf(page, { file, route, release, origin, answer })) differ(name, what, visitor)
    }).then(() => page)
  }

  let settings: FrameReport['settings']
  for (const visitor of visitors) {
    const all = new Map<string, Page | undefined>()
    for (const [path] of framePages) all.set(path, await pageAt(path, visitor))
    const own = all.get('/sdk')?.settings
    settings ??= own
    for (const [path, page] of all)
      if (page?.settings && own && page.settings.hash !== own.hash)
        differ(path, 'has other settings than /sdk', visitor)
    if (settings && own && own.hash !== settings.hash)
      differ('/sdk', `has other settings than for ${visitors[0].name}`, visitor)
    const embedders = own === undefined || own.sites === 'loopback' ? [] : own.sites
    for (const site of embedders.filter((each) => !each.includes('*')).slice(0, 5))
      await pageAt('/sdk', visitor, new URL(/^https?:/.test(site) ? site : `https://${site}`).origin)
    const surroundings: FrameSurroundings = { origin, apiUrl: own?.apiUrl ?? origin, sites: own?.sites ?? [] }
    const files = Object.entries(release.files).filter(([path]) => extname(path) !== '.html')
    await Promise.all(
      files.map(([path, hash]) =>
        look(`/${path}`, visitor, { dest: destOf(path) }, ({ status, headers, body }) => {
          if (status !== 200) return differ(`/${path}`, `answers ${status}`, visitor)
          if (sha256(body) !== hash)
            differ(`/${path}`, `other bytes: sha256 ${sha256(body)}, released ${hash}`, visitor)
          const wanted = { ...frameHeaders('asset', surroundings), 'content-type': fileTypes[extname(path)] ?? '' }
          for (const what of headerFaults(headers, wanted)) differ(`/${path}`, what, visitor)
        }),
      ),
    )
    // What these say begins with the wallet's name.
    if (own === undefined) continue
    const plain = async (path: string, wanted: Response) => {
      const text = await wanted.text()
      await look(path, visitor, { dest: 'document' }, ({ status, headers, body }) => {
        if (status !== wanted.status) differ(path, `answers ${status}, not ${wanted.status}`, visitor)
        if (body.toString('utf8') !== text) differ(path, 'is another page than the server writes', visitor)
        for (const what of headerFaults(headers, Object.fromEntries(wanted.headers))) differ(path, what, visitor)
      })
    }
    await plain('/loading', plainPage(200, frameHeaders('window', surroundings), own.walletName, loadingLines))
    const nowhere = `/f/${randomBytes(6).toString('base64url')}/index.js`
    await plain(nowhere, plainPage(404, frameHeaders('asset', surroundings), own.walletName, missingLines))
    for (const path of ['/', '/dashboard'])
      await look(path, visitor, { dest: 'document' }, ({ status, headers }) => {
        if (status !== 302 || headers.location !== '/security')
          differ(path, `answers ${status} ${headers.location ?? ''}, not 302 /security`, visitor)
      })
    for (const path of ['/device', '/undo', '/stop', '/freeze'])
      await look(path, visitor, { dest: 'document' }, ({ headers }) => {
        for (const what of headerFaults(headers, mailPageHeaders)) differ(path, what, visitor)
      })
  }
  const [first] = visitors
  await look(releasePath, first, { dest: 'empty' }, ({ status, body }) => {
    if (status !== 200) return differ(releasePath, `answers ${status}`, first)
    if (sha256(body) !== release.hash)
      differ(releasePath, `names the release ${sha256(body)}, this package has ${nameRelease(release)}`, first)
  })
  if (options.settings !== undefined && settings?.hash !== options.settings)
    differ('/sdk', `has the settings ${settings?.hash ?? 'of nobody'}, not ${options.settings}`, first)
  const differences = [...found].flatMap(([path, there]) =>
    [...there].map(([what, by]) => ({ path, what, seenBy: by.size === visitors.length ? [] : [...by] })),
  )
  return { differences, compared, settings }
}

/** A page as it came, and what the operator wrote into it. */
type Page = { readonly template: string; readonly settings: FrameReport['settings'] }

function readPage({ body }: Answer): Page {
  const html = body.toString('utf8')
  const text = settingsElement.exec(html)?.[1] ?? ''
  const template = html.replace(settingsElement, () => emptyElement)
  try {
    return { template, settings: { ...settingsSchema.parse(JSON.parse(text)), hash: sha256(text) } }
  } catch {
    return { template, settings: undefined }
  }
}

/** Lists what is wrong with a page. */
function faultsOf(
  { template, settings }: Page,
  at: { file: string; route: FrameRoute; release: FrameRelease; origin: string; answer: Answer },
): string[] {
  const { status, headers, body } = at.answer
  if (status !== 200) return [`answers ${status}`]
  const faults: string[] = []
  if (settings === undefined) faults.push('has no settings that can be read')
  if (sha256(template) !== at.release.files[at.file.slice(1)]) {
    const strange = strangersIn(body.toString('utf8'), at.release)
    faults.push(...(strange.length > 0 ? strange : [`is not ${at.file.slice(1)} of the release`]))
  }
  const surroundings = settings && { origin: at.origin, apiUrl: settings.apiUrl, sites: settings.sites }
  const wanted = surroundings
    ? { ...frameHeaders(at.route, surroundings), 'content-type': fileTypes['.html'] ?? '' }
    : {}
  return [...faults, ...headerFaults(headers, wanted)]
}

/** Lists what a page loads or runs that the release does not have. */
function strangersIn(html: string, { files }: FrameRelease): string[] {
  const addresses = [...html.matchAll(/\s(?:src|href|action|data)\s*=\s*["']?([^"'\s>]*)/gi)].map(([, to = '']) => to)
  const foreign = addresses.filter((to) => !Object.hasOwn(files, to.replace(/^\//, '')))
  const written = [...html.matchAll(/<script\b([^<>]*)>([^<]*)/gi)].filter(
    ([, attributes = '', text = '']) => !/application\/json/.test(attributes) && text.trim() !== '',
  )
  // A few are enough to tell, and a hostile page can have a million.
  return [
    ...foreign.slice(0, mostStrangers).map((to) => `refers to ${to}, which the release does not have`),
    ...written.slice(0, 1).map(() => 'has a script of its own'),
  ]
}

function headerFaults(headers: Answer['headers'], wanted: { readonly [name: string]: string }): string[] {
  const wrong = Object.entries(wanted)
    .filter(([name, value]) => !ignored.has(name) && headers[name] !== value)
    .map(([name, value]) =>
      headers[name] === undefined ? `lacks ${name}` : `${name} is ${headers[name]}, not ${value}`,
    )
  const isInsecure = wanted['strict-transport-security'] !== undefined && !headers['strict-transport-security']
  return [
    ...wrong,
    ...(isInsecure ? ['lacks strict-transport-security'] : []),
    ...unwanted.filter((name) => headers[name] !== undefined).map((name) => `has ${name}: ${headers[name]}`),
  ]
}

function destOf(path: string): string {
  const extension = extname(path)
  return extension === '.js' ? 'script' : extension === '.css' ? 'style' : 'image'
}
