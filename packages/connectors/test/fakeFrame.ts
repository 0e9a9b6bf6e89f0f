import { LatchkeyError } from '@latchkey/protocol/errors'
import {
  type AcceptedChannel,
  acceptChannel,
  type ChannelHandlers,
  type FrameWindow,
} from '@latchkey/protocol/internal/channel'
import { type AppEventName, appEvents } from '@latchkey/protocol/internal/frame'
import { vi } from 'vitest'
import type { MountFrame } from '../src/embedded/mountFrame.js'

/** The address that the fake's wallet has on EVM chains. */
export const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** The wallet's origin. */
export const walletOrigin = 'https://wallet.example'
const pageOrigin = 'https://app.example'

/** Ways in which the fake frame fails; all off at first. */
export type FakeFrameSwitches = {
  /** The document never loads. */
  neverLoads: boolean
  /** The element says that it could not load. */
  errors: boolean
  /** It loads, but its script never says that it is ready. */
  isMute: boolean
  /** The page is not among those that may embed it. */
  refusesPage: boolean
  /** The frame was led to another origin. */
  isLedAway: boolean
}

type Answers = { [name in AppEventName]?: (payload: never, signal: AbortSignal) => unknown }

/** The wallet's side of the wall, with real ports, whose every answer the test decides. */
export function createFakeFrame(answers: Answers = {}) {
  const switches: FakeFrameSwitches = {
    neverLoads: false,
    errors: false,
    isMute: false,
    refusesPage: false,
    isLedAway: false,
  }
  const asked: { name: AppEventName; payload: unknown }[] = []
  const posted: { target: string }[] = []
  const urls: URL[] = []
  const state = { shown: false, isAlone: false, isRemoved: false, loads: 0, isSignedIn: false, chainId: 1 as unknown }
  let channel: AcceptedChannel | undefined
  let listeners = new Set<(event: MessageEvent) => void>()
  let load = () => {}
  let cancel = () => {}

  const usual: Answers = {
    isConnected: () => ({ isConnected: state.isSignedIn }),
    connectEmail: () => ({ action: 'VERIFY_OTP' }),
    connectOtp({ otp }: { otp: string }) {
      if (otp !== '012345') throw new LatchkeyError('UNAUTHORIZED', 'Invalid code')
      state.isSignedIn = true
    },
    enterCode: () => {
      state.isSignedIn = true
      return {}
    },
    getUser({ chainId }: { chainId: number | string }) {
      if (!state.isSignedIn) throw new LatchkeyError('UNAUTHORIZED', 'Nobody is signed in')
      return { address, chainId, email: 'ada@example.com' }
    },
    switchNetwork: ({ chainId }: { chainId: unknown }) => ({ chainId }),
    setPreferredAccount: ({ type }: { type: string }) => ({ type, address }),
    getSmartAccountEnabledNetworks: () => ({ smartAccountEnabledNetworks: [] }),
    updateEmail: () => ({ action: 'VERIFY_PRIMARY_OTP' }),
    updateEmailSecondaryOtp: () => ({ newEmail: 'new@example.com' }),
    signOut: () => {
      state.isSignedIn = false
    },
    ...answers,
  }
  const handlers = Object.fromEntries(
    Object.keys(appEvents).map((name) => [
      name,
      (payload: never, { signal }: { signal: AbortSignal }) => {
        asked.push({ name: name as AppEventName, payload })
        return usual[name as AppEventName]?.(payload, signal)
      },
    ]),
  ) as unknown as ChannelHandlers<typeof appEvents>

  const mount: MountFrame = ({ url, onLoad, onError, onCancel }) => {
    urls.push(url)
    cancel = onCancel
    const page = {}
    const loaders = new Set<() => void>()
    load = () => {
      state.loads++
      if (switches.errors) return onError()
      if (switches.neverLoads) return
      channel?.close()
      listeners = new Set()
      const mine = listeners
      if (!switches.isMute) {
        const window: FrameWindow = {
          parent: page,
          addEventListener: (_, listener) => void mine.add(listener),
          removeEventListener: (_, listener) => void mine.delete(listener),
        }
        channel = acceptChannel({ window, isAllowed: () => !switches.refusesPage, table: appEvents, handlers })
      }
      for (const each of [onLoad, ...loaders]) each()
    }
    queueMicrotask(load)
    return {
      element: {
        addEventListener: (_, listener) => void loaders.add(listener),
        removeEventListener: (_, listener) => void loaders.delete(listener),
      },
      window: {
        postMessage(data: unknown, target: string, ports: MessagePort[]) {
          posted.push({ target })
          const mine = listeners
          if (target !== walletOrigin || switches.isLedAway) return
          queueMicrotask(() => {
            const event = { data: structuredClone(data), origin: pageOrigin, source: page, ports }
            for (const listener of mine) listener(event as unknown as MessageEvent)
          })
        },
      } as unknown as Window,
      reload: () => queueMicrotask(load),
      show(isAlone) {
        Object.assign(state, { shown: true, isAlone })
      },
      hide() {
        state.shown = false
      },
      remove() {
        state.isRemoved = true
        channel?.close()
      },
    }
  }

  return {
    mount,
    switches,
    state,
    asked,
    posted,
    urls,
    names: () => asked.map(({ name }) => name),
    payloadOf: (name: AppEventName) => asked.findLast((each) => each.name === name)?.payload,
    /** The frame loads another document by itself. */
    load: () => load(),
    /** The person presses Escape in the page. */
    cancel: () => cancel(),
    /** The frame's process is gone. */
    crash: () => channel?.close(),
  }
}

// What is loaded later takes as long as it takes; here it is there before the first test.
await import('../src/embedded/frameChannel.js')

/** Waits for ports, which deliver on real turns of the loop and leave fake timers alone. */
export async function turns(count = 12): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets a frame load, say that it is ready, and answer what waits. */
export async function settle(): Promise<void> {
  await turns()
  await vi.advanceTimersByTimeAsync(500)
  await turns(24)
}
