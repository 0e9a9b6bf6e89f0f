import * as z from 'zod/mini'
import { createMemoryStorage } from '../storage/createMemoryStorage.js'
import { type RecordOf, records } from '../storage/records.js'
import type { FrameStorage } from '../storage/storage.js'
import type { EmailChange, OpenWindow } from '../types.js'
import { randomId } from '../wallet/randomId.js'

/** The session that the frame hands over to a window of the wallet while it is open. */
export type Handover = {
  readonly session: RecordOf<'session'>
  readonly device: RecordOf<'device'>
  readonly wallet?: RecordOf<'wallet'> | undefined
  /** The new address that the page proposes; only the user can confirm it in the window. */
  readonly newEmail?: string | undefined
}

const hello = 'latchkey-handover'
/** The form of what is lent. */
export const handover = z.object({
  session: records.session,
  device: records.device,
  wallet: z.optional(records.wallet),
  newEmail: z.optional(z.string()),
})
const change = z.union([
  z.object({ name: z.literal('session'), value: records.session }),
  z.object({ name: z.literal('wallet'), value: records.wallet }),
])
const handoverTimeout = 5_000
/** How often a window is looked at that may have been closed, in milliseconds: nothing tells of it. */
const lookInterval = 250

/**
 * Opens a page of the wallet in a window of its own, from within a click, and lends it what this browser is known by. Keys go
 * as objects that cannot be read out; what the window changes (a renewed session, a new half) comes back.
 *
 * @param page - The page.
 * @param give - What is lent, and where changes are kept; the address that the window is opened to change, if it is; `open` is
 * the browser's own unless a test gives another.
 * @returns Whether the browser opened the window.
 */
export function openWalletWindow(
  page: Parameters<OpenWindow>[0],
  give: {
    readonly read: () => Promise<Handover | undefined>
    readonly storage: Pick<FrameStorage, 'write'>
    readonly change?: EmailChange | undefined
    readonly signal?: AbortSignal | undefined
    readonly open?: (url: string, name: string, features: string) => Window | null
  },
): boolean {
  const { read, storage, change, signal, open = (url, name, features) => window.open(url, name, features) } = give
  // The window's random name keeps others from targeting it.
  const opened = open(`/${page}`, `wallet-${randomId()}`, 'popup,width=560,height=820')
  if (!opened) return false
  if (change) watch(opened, change)
  window.addEventListener(
    'message',
    (event: MessageEvent<unknown>) => {
      const port = event.ports[0]
      if (event.origin !== location.origin || event.source !== opened || event.data !== hello || !port) return
      void lend(port, read, storage, change)
    },
    signal ? { signal } : {},
  )
  return true
}

function watch(opened: Window, { signal, onClosed }: EmailChange): void {
  let looks = 0
  // What the window changed last may still be on its way when it closes.
  const looking = setInterval(() => {
    if (!opened.closed || ++looks < 2) return
    clearInterval(looking)
    onClosed()
  }, lookInterval)
  signal.addEventListener('abort', () => {
    clearInterval(looking)
    opened.close()
  })
}

async function lend(
  port: MessagePort,
  read: () => Promise<Handover | undefined>,
  storage: Pick<FrameStorage, 'write'>,
  wanted: EmailChange | undefined,
) {
  const lent = await read()
  if (!lent) {
    port.postMessage(null)
    return
  }
  const { session, device } = lent
  async function take({ data }: MessageEvent<unknown>): Promise<void> {
    const changed = z.safeParse(change, data)
    // Only what was lent can come back changed.
    if (!changed.success || changed.data.value.userId !== session.userId) return
    if (changed.data.name === 'wallet') return storage.write('wallet', session.userId, changed.data.value)
    const { value } = changed.data
    if (value.sessionId !== session.sessionId) return
    await storage.write('session', session.parentOrigin, { ...value, parentOrigin: session.parentOrigin })
    if (value.email !== session.email) wanted?.onDone()
  }
  port.onmessage = (message: MessageEvent<unknown>) => void take(message)
  const newEmail = wanted && { newEmail: wanted.newEmail }
  port.postMessage({ session, device, ...(lent.wallet ? { wallet: lent.wallet } : {}), ...newEmail })
}

/**
 * The window's end: asks the frame that opened it for what this browser is known by.
 *
 * @param host - The window.
 * @returns A storage that lasts as long as the window and tells the frame of changes; nothing when no frame opened it.
 */
export async function takeHandover(
  host: Pick<Window, 'opener' | 'location'> = window,
): Promise<{ storage: FrameStorage; session: RecordOf<'session'>; newEmail?: string | undefined } | undefined> {
  const opener = ownOpener(host)
  if (!opener) return undefined
  const { port1, port2 } = new MessageChannel()
  const data = await new Promise<unknown>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), handoverTimeout)
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
  const { session, newEmail } = lent.data
  const memory = await storeHandover(lent.data)
  const storage: FrameStorage = {
    ...memory,
    async write(name, owner, value) {
      await memory.write(name, owner, value)
      if (name === 'session' || name === 'wallet') port1.postMessage({ name, value })
    },
  }
  return { storage, session, newEmail }
}

/** Keeps what was lent, for as long as this window is open. */
export async function storeHandover({ session, device, wallet }: Handover): Promise<FrameStorage> {
  const memory = createMemoryStorage()
  await memory.write('device', '', device)
  await memory.write('session', session.parentOrigin, session)
  if (wallet) await memory.write('wallet', session.userId, wallet)
  return memory
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
