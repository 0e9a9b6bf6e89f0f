import { type AppEventName, appEvents } from '@latchkey/protocol/internal/frame'
import { acceptPage } from './channels/acceptPage.js'
import { checkEmbedding } from './handlers/checkEmbedding.js'
import type { Handlers } from './handlers/groups.js'
import { nameDevice } from './handlers/nameDevice.js'
import { type OpenFrame, openFrame } from './handlers/openFrame.js'
import { loadCode } from './loadCode.js'
import { createScreens } from './screens/createScreens.js'
import { createWrongNumbers } from './screens/createWrongNumbers.js'
import { readQuery, readSettings, readSites, readTrustedSites } from './settings.js'
import { openStorage } from './storage/openStorage.js'
import { createKeyringClient } from './wallet/keyringClient.js'
import { lockWithPage } from './wallet/lockWithPage.js'
import { prepareWorker } from './wallet/openWorker.js'
import workerUrl from './worker/main.ts?worker&url'

const settings = readSettings(document.getElementById('latchkey-frame')?.textContent)
const query = readQuery(location.search)
const isListed = readSites(settings)
const areTrusted = readTrustedSites(settings)
const fault = checkEmbedding(window, isListed)

/** Puts together what one embedding page gets; nothing is opened or kept before a page was let in. */
async function open(origin: string): Promise<OpenFrame> {
  const isTrusted = areTrusted([origin, ...(location.ancestorOrigins ?? [])])
  const root = document.body.appendChild(document.createElement('div'))
  const storage = await openStorage()
  const wrongNumbers = createWrongNumbers(storage, origin)
  const frame = await openFrame({
    embedder: { origin, projectId: query.projectId },
    settings,
    query,
    storage,
    keyring: createKeyringClient(prepareWorker(workerUrl)),
    openScreens: (user) =>
      createScreens({ root, walletName: settings.walletName, origin, isTrusted, wrongNumbers, user }),
    fetch: (path, init) => fetch(path, init),
    now: () => Date.now(),
    locks: navigator.locks,
    clock: {
      setTimeout: (job, ms) => setTimeout(job, ms),
      onOnline: (job) => addEventListener('online', job),
    },
    walletHost: location.hostname,
    walletOrigin: location.origin,
    window,
    deviceName: nameDevice(navigator.userAgent),
    locale: navigator.language.slice(0, 35),
    windows: {
      restore: async () => (await loadCode(() => import('./screens/restoreWindow.js'))).openRestoreWindow,
      async wallet({ storage, sessions }) {
        const { openWalletWindow } = await loadCode(() => import('./pages/handover.js'))
        const read = async () => {
          const [session, device] = [await sessions.read(), await storage.read('device', '')]
          return session && device && { session, device, wallet: await storage.read('wallet', session.userId) }
        }
        return (page, change) => openWalletWindow(page, { read, storage, change })
      },
    },
  })
  lockWithPage({ document, window }, () => void frame.wallet.lock())
  return frame
}

if (fault === undefined) {
  const parent = location.ancestorOrigins?.[0]
  let opened: { readonly origin: string; readonly frame: Promise<OpenFrame> } | undefined
  const frameOf = (origin: string) => {
    // Only one origin is accepted, by either channel, so there is one page and one frame.
    opened ??= { origin, frame: open(origin) }
    if (opened.origin !== origin) throw new Error('Another page was let in')
    return opened.frame
  }
  const names = Object.keys(appEvents) as AppEventName[]
  const handlers = Object.fromEntries(
    names.map((name) => [
      name,
      async (payload: never, context: never) => {
        const frame = await frameOf((context as { origin: string }).origin)
        return frame.handlers[name](payload, context)
      },
    ]),
  ) as unknown as Handlers
  acceptPage({
    window,
    isAllowed: (origin) => isListed(origin) && (parent === undefined || parent === origin),
    handlers,
    ...(settings.sites === 'loopback' ? {} : { sites: settings.sites }),
  })
} else {
  console.error(`The wallet does not run here: ${fault}`)
}
