import type { ChannelHandlers } from '@latchkey/protocol/internal/channel'
import { appEvents } from '@latchkey/protocol/internal/frame'
import { acceptPage } from '../../src/channels/acceptPage.js'
import { answers } from '../appKitPage.js'

const calls: string[] = []
const names = Object.keys(appEvents) as (keyof typeof appEvents)[]
const handlers = Object.fromEntries(
  names.map((name) => [
    name,
    () => {
      calls.push(name)
      return answers[name]
    },
  ]),
) as unknown as ChannelHandlers<typeof appEvents>
const allowed = new URLSearchParams(location.search).get('app')
const accepted = acceptPage({ window, isAllowed: (origin) => origin === allowed, handlers })
Object.assign(globalThis, { state: () => ({ calls, ...accepted.counts() }) })
