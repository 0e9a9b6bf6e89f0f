import * as z from 'zod/mini'
import { createMemoryKeep } from '../keep/createMemoryKeep.js'
import type { Keep } from '../keep/keep.js'
import { type Kept, records } from '../keep/records.js'
import { randomId } from '../wallet/randomId.js'

/** What the frame lends to a window of the wallet: it then is this browser, for as long as it is open. */
export type Handover = {
  readonly session: Kept<'session'>
  readonly device: Kept<'device'>
  readonly wallet?: Kept<'wallet'> | undefined
}
/** The pages that the frame opens. */
export type WalletPage = 'security' | 'export'

const hello = 'latchkey-handover'
const handover = z.object({ session: records.session, device: records.device, wallet: z.optional(records.wallet) })
const change = z.union([
  z.object({ name: z.literal('session'), value: records.session }),
  z.object({ name: z.literal('wallet'), value: records.wallet }),
])
const patience = 5_000

/**
 * Opens a page of the wallet in a window of its own, from within a click, and lends it what this browser is known by. Keys go
 * as objects that cannot be read out; what the window changes (a renewed session, a new half) comes back.
 *
 * @param page - The page.
 * @param give - What is lent, and where changes are kept; `open` is the browser's own unless a test gives another.
 * @returns Whether the browser opened the window.
 */
export function openWalletWindow(
  page: WalletPage,
  give: {
    readonly read: () => Promise<Handover | undefined>
    readonly keep: Pick<Keep, 'write'>
    readonly signal?: AbortSignal | undefined
    readonly open?: (url: string, name: string, features: string) => Window | null
  },
): boolean {
  const { read, keep, signal, open = (url, name, features) => window.open(url, name, features) } = give
  // Nobody else can aim at a window whose name they do not know.
  const opened = open(`/${page}`, `wallet-${randomId()}`, 'popup,width=560,height=820')
  if (!opened) return false
  window.addEventListener(
    'message',
    (event: MessageEvent<unknown>) => {
      const port = event.ports[0]
      if (event.origin !== location.origin || event.source !== opened || event.data !== hello || !port) return
      void lend(port, read, keep)
    },
    signal ? { signal } : {},
  )
  return true
}

async function lend(port: MessagePort, read: () => Promise<Handover | undefined>, keep: Pick<Keep, 'write'>) {
  const lent = await read()
  if (!lent) {
    port.postMessage(null)
    return
  }
  const { session, device } = lent
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const changed = z.safeParse(change, data)
    // Only what was lent can come back changed.
    if (!changed.success || changed.data.value.userId !== session.userId) return
    if (changed.data.name === 'wallet') void keep.write('wallet', session.userId, changed.data.value)
    else if (changed.data.value.sessionId === session.sessionId)
      void keep.write('session', session.parentOrigin, { ...changed.data.value, parentOrigin: session.parentOrigin })
  }
  port.postMessage({ session, device, ...(lent.wallet ? { wallet: lent.wallet } : {}) })
}

/**
 * The window's end: asks the frame that opened it for what this browser is known by.
 *
 * @param host - The window.
 * @returns What a keep holds that lasts as long as the window and tells the frame of changes; nothing when no frame opened it.
 */
export async function takeHandover(
  host: Pick<Window, 'opener' | 'location'> = window,
): Promise<{ keep: Keep; session: Kept<'session'> } | undefined> {
  const opener = ownOpener(host)
  if (!opener) return undefined
  const { port1, port2 } = new MessageChannel()
  const data = await new Promise<unknown>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), patience)
    port1.onmessage = (message: MessageEvent<unknown>) => {
      clearTimeout(timer)
      resolve(message.data)
    }
    opener.postMessage(hello, host.location.origin, [port2])
  })
  const lent = z.safeParse(handover, data)
  if (!lent.success) {
    port1.close()
    return undefined
  }
  const { session, device, wallet } = lent.data
  const memory = createMemoryKeep()
  await memory.write('device', '', device)
  await memory.write('session', session.parentOrigin, session)
  if (wallet) await memory.write('wallet', session.userId, wallet)
  const keep: Keep = {
    ...memory,
    async write(name, owner, value) {
      await memory.write(name, owner, value)
      if (name === 'session' || name === 'wallet') port1.postMessage({ name, value })
    },
  }
  return { keep, session }
}

// Only a document of this very origin can answer; of any other not even the address can be read.
function ownOpener({ opener, location }: Pick<Window, 'opener' | 'location'>): Window | undefined {
  try {
    const given = opener as Window | null
    return given && !given.closed && given.location.origin === location.origin ? given : undefined
  } catch {
    return undefined
  }
}
