import { randomBytes } from 'node:crypto'
import type { ChannelHandlers } from '@latchkey/protocol/internal/channel'
import { appEvents } from '@latchkey/protocol/internal/frame'
import * as z from 'zod/mini'
import type { startWalletWorld } from '../../server/test/startWalletWorld.js'
import { createGate } from '../src/api/createGate.js'
import { createMailCodes } from '../src/api/createMailCodes.js'
import { createWalletServer } from '../src/api/createWalletServer.js'
import { proveCode } from '../src/factors/proveCode.js'
import { openFrame } from '../src/handlers/openFrame.js'
import { createOwnerCalls } from '../src/pages/ownerCalls.js'
import type { openPasskeyWindow } from '../src/screens/passkeyWindow.js'
import type { RestoreTask } from '../src/screens/restoreWindow.js'
import { handSocialResult } from '../src/screens/socialResult.js'
import { createMemoryStorage } from '../src/storage/createMemoryStorage.js'
import type { FrameStorage } from '../src/storage/storage.js'
import type { EmailChange, OpenWindow, Screen } from '../src/types.js'
import { createKeyringClient } from '../src/wallet/keyringClient.js'
import { createFakeScreens } from './fakeScreens.js'
import { startKeyringWorker } from './keyringWorker.js'

type World = Awaited<ReturnType<typeof startWalletWorld>>
type Name = keyof typeof appEvents
type Answer<N extends Name> = z.output<(typeof appEvents)[N]['answer']>

/** The networks of the tests. */
const chain = (id: string, name: string) => ({
  id,
  name,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  tokens: [],
  isTestnet: true,
})
export const settings = {
  walletName: 'Test Wallet',
  apiUrl: 'http://localhost:4401/',
  sites: ['https://app.example', 'https://other.example'],
  trustedSites: ['https://app.example'],
  chains: [
    chain('eip155:31337', 'Local one'),
    chain('eip155:31338', 'Local two'),
    chain('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana devnet'),
  ],
}

/** A browser whose storage outlives its pages; `storage` says what it keeps. */
export function createStorage(): FrameStorage {
  return { ...createMemoryStorage(), isKept: true }
}

/** Opens the frame in a browser, in front of a real wallet server. */
export async function openBrowser(
  world: World,
  {
    storage = createStorage(),
    origin = 'https://app.example',
    now = world.time,
  }: { storage?: FrameStorage; origin?: string; now?: () => number } = {},
) {
  const screens = createFakeScreens()
  const network = {
    isOffline: false,
    calls: [] as string[],
    before: async (_path: string) => {},
    after: async (_path: string) => {},
  }
  const env = { incoming: { socket: { remoteAddress: `10.${randomBytes(3).join('.')}` } } }
  const worker = startKeyringWorker(now)
  const timers: { job: () => void; ms: number }[] = []
  const windows: { page: Parameters<OpenWindow>[0]; change: EmailChange | undefined }[] = []
  // The window in which the recovery code is typed, as far as the frame meets it.
  const restores: { task: RestoreTask; type(code: string): Promise<void> }[] = []
  // The window in which a passkey is used, as far as the frame meets it.
  const passkeys: Parameters<typeof openPasskeyWindow>[] = []
  let comeOnline = () => {}
  /** The frame's own window, as far as results of sign-ins at providers meet it, and what the page around it was told. */
  const ownWindow = Object.assign(new EventTarget(), { location: { origin: world.origin } })
  const told: unknown[] = []
  /** Comes back to the wallet's window from a provider, with what stands after the `#` of its address. */
  function comeBack(fragment: string, { from = world.origin } = {}): boolean {
    const receive = (data: unknown, to: string) => {
      if (to === world.origin) ownWindow.dispatchEvent(new MessageEvent('message', { data, origin: from }))
    }
    const page = (data: unknown, to: string) => void (to === origin && told.push(data))
    const opener = { closed: false, length: 1, 0: { postMessage: receive }, postMessage: page }
    return handSocialResult(fragment, opener as never, world.origin)
  }

  async function fetch(path: string, init: RequestInit): Promise<Response> {
    network.calls.push(`${init.method} ${path}`)
    await network.before(path)
    if (network.isOffline) throw new TypeError('Failed to fetch')
    const { signal, method, body } = init
    const headers = {
      ...(init.headers as Record<string, string>),
      origin: world.origin,
      'sec-fetch-site': 'same-origin',
    }
    const sent = world.app().request(path, { method, headers, ...(body ? { body } : {}) } as RequestInit, env)
    const aborted = new Promise<never>((_, reject) => {
      if (signal?.aborted) reject(new DOMException('Aborted', 'AbortError'))
      signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    })
    aborted.catch(() => {})
    const response = await Promise.race([sent, aborted])
    await network.after(path)
    if (network.isOffline) throw new TypeError('Failed to fetch')
    return response
  }

  const frame = await openFrame({
    embedder: { origin, projectId: 'project' },
    settings,
    query: { projectId: 'project', chainId: 'eip155:31337', isLogging: false },
    storage,
    keyring: createKeyringClient(() => worker),
    openScreens: () => screens,
    fetch,
    now,
    locks: undefined,
    clock: {
      setTimeout: (job, ms) => timers.push({ job, ms }),
      onOnline: (job) => {
        comeOnline = job
      },
    },
    walletHost: 'localhost',
    walletOrigin: world.origin,
    window: ownWindow as unknown as Window,
    deviceName: 'Chrome on Linux',
    locale: 'en',
    windows: {
      wallet: async () => (page, change) => windows.push({ page, change }) > 0,
      passkey: (...asked) => passkeys.push(asked) > 0,
      restore:
        async () =>
        (task, { onProof, onDone }) => {
          const type = async (code: string) => {
            await onProof(await proveCode({ code, walletId: task.walletId }))
            onDone()
          }
          return restores.push({ task, type }) > 0
        },
    },
  })

  /** Asks as a page does: through the schemas, by name. */
  async function ask<N extends Name>(
    name: N,
    payload?: unknown,
    signal = new AbortController().signal,
  ): Promise<Answer<N>> {
    const { payload: takes, answer } = appEvents[name]
    const handler = frame.handlers[name] as ChannelHandlers<typeof appEvents>['getUser']
    const given = await handler(z.parse(takes, payload) as never, { origin, id: '0'.repeat(32), signal })
    return z.parse(answer, given) as Answer<N>
  }
  async function readCode(email: string): Promise<string> {
    const mail = await world.inbox.next(email, /is your code/)
    return /^(\d{6}) /.exec(mail.subject ?? '')?.[1] ?? ''
  }
  async function approve(email: string): Promise<void> {
    const mail = await world.inbox.next(email, /browser\?/)
    const token = /token=([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? ''
    await world.app().request('/device', { method: 'POST', body: new URLSearchParams({ token }) })
  }
  /** The calls that windows of the wallet make, with what this browser is known by. */
  const { device, sessions, keyring } = frame.context
  const gate = createGate('', undefined)
  const renew = (sessionToken: string) => sessions.change({ sessionToken })
  const server = createWalletServer({ fetch, device, session: sessions.read, now, gate, renew })
  const owner = createOwnerCalls(server, createMailCodes({ server, keyring, device, session: sessions.read }))
  /** Opens the window that the frame offers for a change of the address, and types both codes there. */
  async function changeEmail(screen: Screen): Promise<void> {
    if (screen.kind !== 'window' || !screen.open) throw new Error(`This is a screen of the kind ${screen.kind}`)
    screen.open({ onDone() {}, onClosed() {} })
    const { change } = windows.at(-1) ?? {}
    if (!change) throw new Error('The window was opened for something else')
    const { signal, newEmail } = change
    const { email } = await sessions.require()
    await owner.startChange(newEmail, signal)
    await owner.verifyPrimary(await readCode(email ?? ''), signal)
    await sessions.change({ email: (await owner.verifySecondary(await readCode(newEmail), newEmail, signal)).newEmail })
    change.onDone()
  }
  /** Opens the window that the frame offers, and types the recovery code there. */
  async function restoreBy(screen: Screen, code: string): Promise<void> {
    if (screen.kind !== 'window' || !screen.open) throw new Error(`This is a screen of the kind ${screen.kind}`)
    screen.open({ onDone() {}, onClosed() {} })
    await restores.at(-1)?.type(code)
  }
  /** Types the code from the mail into whatever screen asks for one. */
  async function typeCode(screen: Screen): Promise<void> {
    if (screen.kind !== 'code') throw new Error(`This is a screen of the kind ${screen.kind}`)
    await screen.submit(await readCode(screen.email))
  }
  async function signIn(email: string): Promise<void> {
    screens.answer = typeCode
    const { action } = await ask('connectEmail', { email })
    if (action === 'VERIFY_DEVICE') {
      await approve(email)
      await ask('connectDevice')
    }
    await ask('enterCode', { purpose: 'login' })
  }
  return {
    ...frame,
    fetch,
    screens,
    network,
    storage,
    worker,
    timers,
    windows,
    restores,
    passkeys,
    ask,
    readCode,
    approve,
    typeCode,
    restoreBy,
    owner,
    changeEmail,
    signIn,
    comeBack,
    told,
    comeOnline: () => comeOnline(),
  }
}
