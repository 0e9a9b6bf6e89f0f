import type { ChannelHandlers } from '@latchkey/protocol/internal/channel'
import { appEvents } from '@latchkey/protocol/internal/frame'
import { type AppKitWindow, acceptAppKit } from '../src/channels/appkit.js'

/** What the page got from the frame. */
export type Said = { message: { type: string; id?: string; payload?: unknown }; to: string }
/** What a handler was called with. */
export type Asked = { name: string; payload: unknown; origin: string; signal: AbortSignal }
type Handlers = ChannelHandlers<typeof appEvents>

const user = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', chainId: 1, email: 'ada@example.com' }
/** An answer to each request that fits the table. */
export const answers = {
  isConnected: { isConnected: true },
  syncDappData: undefined,
  syncTheme: undefined,
  getSmartAccountEnabledNetworks: { smartAccountEnabledNetworks: [] },
  connectEmail: { action: 'VERIFY_OTP' },
  connectDevice: undefined,
  connectOtp: undefined,
  getSocialRedirectUri: { uri: 'https://accounts.example/' },
  connectSocial: user,
  getFarcasterUri: { url: 'https://farcaster.example/' },
  connectFarcaster: { userName: 'ada' },
  getUser: user,
  getChainId: { chainId: 1 },
  switchNetwork: { chainId: 1 },
  setPreferredAccount: { type: 'eoa', address: user.address },
  initSmartAccount: { address: user.address, isDeployed: false },
  rpcRequest: '0x1',
  rpcAbort: undefined,
  updateEmail: { action: 'VERIFY_PRIMARY_OTP' },
  updateEmailPrimaryOtp: undefined,
  updateEmailSecondaryOtp: { newEmail: 'ada@example.net' },
  reload: undefined,
  connectPasskey: undefined,
  enterCode: {},
  getSecurity: { email: null, restorers: [], operatorUntil: null, isKept: true, devices: [] },
  showSecurity: undefined,
  signOut: undefined,
} as const satisfies { readonly [name in keyof typeof appEvents]: unknown }

/** What an AppKit page sends with each request. */
export const payloads: { readonly [name in keyof typeof appEvents]?: unknown } = {
  syncDappData: { projectId: 'p' },
  syncTheme: { themeMode: 'dark' },
  connectEmail: { email: 'ada@example.com' },
  connectOtp: { otp: '123456' },
  getSocialRedirectUri: { provider: 'google' },
  connectSocial: { uri: 'https://wallet.example/loading?code=1' },
  getUser: { chainId: 1 },
  switchNetwork: { chainId: 'eip155:8453' },
  setPreferredAccount: { type: 'eoa' },
  rpcRequest: { method: 'eth_blockNumber', chainId: 1, chainNamespace: 'eip155' },
  updateEmail: { email: 'ada@example.net' },
  updateEmailPrimaryOtp: { otp: '123456' },
  updateEmailSecondaryOtp: { otp: '123456' },
}

/** A page of one origin that embeds the frame and speaks as AppKit does. */
export function appKitPage(
  options: {
    origin?: string
    isAllowed?: (origin: string) => boolean | Promise<boolean>
    handlers?: Partial<Handlers>
    /** What the browser tells the frame of who embeds it. */
    ancestorOrigins?: readonly string[] | undefined
    referrer?: string
    sites?: readonly string[]
    isTop?: boolean
  } = {},
) {
  const { origin = 'https://app.example', isAllowed = () => true, referrer = '', sites } = options
  const { ancestorOrigins = 'ancestorOrigins' in options ? undefined : [origin] } = options
  const said: Said[] = []
  const asked: Asked[] = []
  const listeners = new Set<(event: MessageEvent) => void>()
  const parent: AppKitWindow['parent'] = {
    postMessage: (message, to) => void said.push({ message: structuredClone(message) as Said['message'], to }),
  }
  const window: { -readonly [name in keyof AppKitWindow]: AppKitWindow[name] } = {
    parent,
    location: { origin: 'https://wallet.example', ...(ancestorOrigins === undefined ? {} : { ancestorOrigins }) },
    document: { referrer },
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  }
  if (options.isTop) window.parent = window as unknown as AppKitWindow['parent']
  const names = Object.keys(appEvents) as (keyof typeof appEvents)[]
  const all = Object.fromEntries(
    names.map((name) => [
      name,
      (payload: unknown, context: { origin: string; id: string; signal: AbortSignal }) => {
        asked.push({ name, payload, origin: context.origin, signal: context.signal })
        const own = options.handlers?.[name] as ((payload: unknown, context: unknown) => unknown) | undefined
        return own ? own(payload, context) : answers[name]
      },
    ]),
  ) as unknown as Handlers
  const accepted = acceptAppKit({ window, isAllowed, handlers: all, sites })
  return {
    accepted,
    said,
    asked,
    parent,
    window,
    handlers: all,
    listeners: () => listeners.size,
    /** Delivers an event to the frame, as it comes from the page unless told otherwise. */
    say(data: unknown, event: { origin?: string; source?: unknown; ports?: readonly MessagePort[] } = {}) {
      const delivered = { data, origin, source: parent, ports: [], ...event } as unknown as MessageEvent
      for (const listener of listeners) listener(delivered)
    },
  }
}

/** Lets all that was asked be answered. */
export async function turns() {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve))
}
