import { acceptChannel, type ChannelHandlers } from '../../src/internal/channel.js'
import { appEvents } from '../../src/internal/frame.js'

const settings = new URLSearchParams(location.search)
const calls: string[] = []
const handlers = Object.fromEntries(
  Object.keys(appEvents).map((name) => [
    name,
    async () => {
      calls.push(name)
      if (name === 'connectFarcaster') await new Promise(() => {})
      if (name === 'isConnected') await new Promise((resolve) => setTimeout(resolve, 300))
      return name === 'getUser'
        ? { address: '0xtrue', chainId: 1 }
        : name === 'isConnected'
          ? { isConnected: true }
          : {}
    },
  ]),
) as unknown as ChannelHandlers<typeof appEvents>

const looked: string[] = []
const channel = acceptChannel({
  window,
  table: appEvents,
  handlers,
  async isAllowed(origin) {
    looked.push(origin)
    await new Promise((resolve) => setTimeout(resolve, Number(settings.get('slow') ?? 0)))
    return origin === settings.get('app')
  },
})
Object.assign(globalThis, { state: () => ({ calls, looked, counts: channel.counts() }) })
