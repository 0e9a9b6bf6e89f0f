import { Hono } from 'hono'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Log } from '../platform/log/log.js'
import { withoutValues } from '../platform/log/withoutValues.js'
import { type FrameChain, frameChains } from './frameChains.js'
import { type FrameRoute, type FrameSurroundings, frameHeaders } from './frameHeaders.js'
import { plainPage } from './plainPage.js'
import { type FrameFile, readFrameFiles } from './readFrameFiles.js'
import { releasePath } from './readRelease.js'

/** The source of the frame's pages. */
export type FrameSite = {
  /** The folder of the build: it may still be on its way; undefined when there is none. */
  folder: string | undefined | Promise<string | undefined>
  /** Base URL of the data API as browsers reach it; asked for once the server listens. */
  apiUrl: () => string
  sites: FrameSurroundings['sites']
  /** Patterns of the sites in whose frame everything may be approved. */
  trustedSites: readonly string[]
  chains: Parameters<typeof frameChains>[0]
}

/** The settings of the pages: `FrameSettings` of the frame's contracts. */
type FrameSettings = {
  walletName: string
  apiUrl: string
  sites: FrameSurroundings['sites']
  trustedSites: readonly string[]
  chains: readonly FrameChain[]
}

/** The pages by their path on the wallet's origin, with their file of the build. */
export const framePages: readonly (readonly [path: string, file: string, route: FrameRoute])[] = [
  ['/sdk', '/index.html', 'embedded'],
  ['/security', '/security.html', 'window'],
  ['/export', '/export.html', 'window'],
  ['/approve', '/approve.html', 'window'],
  ['/restore', '/restore.html', 'window'],
  ['/passkey', '/passkey.html', 'window'],
  ['/social', '/social.html', 'window'],
  ['/recover', '/recover.html', 'recover'],
]

/**
 * Serves the built frame: the page that other sites embed, the wallet's own windows, and their files.
 *
 * @param site - The build and its surroundings.
 * @param wallet - The wallet's origin and name.
 */
export function frameRoutes(site: FrameSite, wallet: { origin: string; name: string; log: Log }): Hono<HonoEnv> {
  const app = new Hono<HonoEnv>()
  const surroundings = (): FrameSurroundings => ({ origin: wallet.origin, apiUrl: site.apiUrl(), sites: site.sites })
  let reading: Promise<ReadonlyMap<string, FrameFile> | undefined> | undefined
  async function read(): Promise<ReadonlyMap<string, FrameFile> | undefined> {
    const folder = await site.folder
    const settings: FrameSettings = {
      walletName: wallet.name,
      apiUrl: site.apiUrl(),
      sites: site.sites,
      trustedSites: site.trustedSites,
      chains: frameChains(site.chains),
    }
    return folder === undefined ? undefined : readFrameFiles(folder, settings)
  }
  async function send(request: Request, path: string, route: FrameRoute): Promise<Response> {
    reading ??= read()
    const files = await reading.catch((error: unknown) => {
      reading = undefined
      wallet.log.error({ err: withoutValues(error) }, 'The built frame could not be read')
      return undefined
    })
    const headers = frameHeaders(route, surroundings())
    if (files === undefined) return plainPage(503, headers, wallet.name, notBuilt)
    const file = files.get(path)
    if (file === undefined) return plainPage(404, headers, wallet.name, missingLines)
    return answer(request, file, headers)
  }

  app.get('/', (c) => c.redirect('/security'))
  app.get('/dashboard', (c) => c.redirect('/security'))
  for (const [path, file, route] of framePages) app.get(path, (c) => send(c.req.raw, file, route))
  app.get('/f/*', (c) => send(c.req.raw, c.req.path, 'asset'))
  app.get('/images/*', async (c) => {
    const response = await send(c.req.raw, c.req.path, 'asset')
    // No hash in its name.
    response.headers.set('cache-control', 'public, max-age=86400')
    return response
  })
  app.get(releasePath, async (c) => {
    const response = await send(c.req.raw, releasePath, 'asset')
    response.headers.set('cache-control', 'no-cache')
    return response
  })
  // Clients open this first, within the click, and lead the window elsewhere once they know where.
  app.get('/loading', () => plainPage(200, frameHeaders('window', surroundings()), wallet.name, loadingLines))
  return app
}

/** The messages of `/loading`. */
export const loadingLines = ['One moment…']
/** The response for a file that is not in the build. */
export const missingLines = ['This page is not there.']

const notBuilt = [
  'The wallet’s pages are not built yet.',
  'Run `npx vite build apps/frame` in the checkout, or name the folder of a build in LATCHKEY_FRAME_DIR.',
]

function answer(request: Request, file: FrameFile, more: { [name: string]: string }): Response {
  const headers = { ...more, 'content-type': file.type, etag: file.etag, vary: 'accept-encoding' }
  if (request.headers.get('if-none-match')?.includes(file.etag)) return new Response(null, { status: 304, headers })
  const offers = (request.headers.get('accept-encoding') ?? '')
    .split(',')
    .filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
    .map((offer) => offer.split(';')[0]?.trim())
  for (const name of ['br', 'gzip'] as const) {
    const packed = file[name]
    if (packed && offers.includes(name))
      return new Response(packed, { headers: { ...headers, 'content-encoding': name } })
  }
  return new Response(file.plain, { headers })
}
