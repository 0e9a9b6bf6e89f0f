import { openChannel } from '@latchkey/protocol/internal/channel'
import { appEvents } from '@latchkey/protocol/internal/frame'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appKitPage, turns } from '../../test/appKitPage.js'
import { acceptPage } from './acceptPage.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** The frame with both ways in. */
function frame(isAllowed: (origin: string) => boolean = () => true) {
  const side = appKitPage()
  side.accepted.close()
  const accepted = acceptPage({ window: side.window, isAllowed, handlers: side.handlers })
  closers.push(accepted.close)
  function open() {
    const post = (data: unknown, _: string, ports: readonly MessagePort[]) => side.say(data, { ports })
    const channel = openChannel({
      frame: { postMessage: post as never },
      origin: 'https://w.example',
      table: appEvents,
    })
    closers.push(channel.close)
    return channel
  }
  return { ...side, accepted, open }
}

describe('acceptPage', () => {
  it('SEC-F-03 a page that opened a channel is not heard over the window any more', async () => {
    const { accepted, open, say, said, asked } = frame()
    const channel = open()
    await turns()
    await vi.advanceTimersByTimeAsync(500)
    expect(await accepted.origin).toBe('https://app.example')
    say({ type: '@w3m-app/GET_USER', id: 'a' })
    const answer = channel.ask('getChainId', undefined)
    await turns()
    expect(await answer).toEqual({ chainId: 1 })
    expect([asked.map(({ name }) => name), said.map(({ message }) => message.type)]).toEqual([
      ['getChainId'],
      ['@w3m-frame/READY'],
    ])
  })

  it('SEC-F-03 a page that spoke over the window opens no channel any more', async () => {
    const { accepted, open, say, said } = frame()
    say({ type: '@w3m-app/GET_CHAIN_ID', id: 'a' })
    expect(await accepted.origin).toBe('https://app.example')
    const channel = open()
    await turns()
    const failed = expect(channel.ready).rejects.toMatchObject({ code: 'WALLET_NOT_RESPONDING' })
    await vi.advanceTimersByTimeAsync(20_000)
    await failed
    say({ type: '@w3m-app/GET_CHAIN_ID', id: 'b' })
    await turns()
    expect(said.map(({ message }) => message.id)).toEqual([undefined, 'a', 'b'])
  })

  it('tells of a page that may not embed, whichever way it came', async () => {
    const byChannel = frame(() => false)
    byChannel.open()
    await expect(byChannel.accepted.origin).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const byWindow = frame(() => false)
    byWindow.say({ type: '@w3m-app/GET_CHAIN_ID', id: 'a' })
    await expect(byWindow.accepted.origin).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect([byChannel.said, byWindow.said, byWindow.asked]).toEqual([[], [], []])
  })

  it('stops listening when it is closed', async () => {
    const { accepted, say, listeners, asked } = frame()
    accepted.close()
    say({ type: '@w3m-app/GET_CHAIN_ID', id: 'a' })
    await turns()
    expect([listeners(), asked, accepted.counts().pending]).toEqual([0, [], 0])
    await expect(accepted.origin).rejects.toMatchObject({ code: 'WALLET_DISCONNECTED' })
  })
})
