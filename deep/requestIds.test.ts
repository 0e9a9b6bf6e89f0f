import { openChannel } from '@latchkey/protocol/internal/channel'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { rounds } from './rounds.js'

const table = { ping: { payload: z.void(), answer: z.void(), timeout: 600_000 } } as const

it('[SEC-F-07] no request of a channel has the id of another, and none stays pending', async () => {
  const atOnce = 1_000
  const total = Math.ceil(rounds(100_000, 1_000_000) / atOnce) * atOnce
  const ids = new Set<string>()
  let isShort = false
  const frame = {
    postMessage({ nonce }: { nonce: string }, _: string, [port]: [MessagePort]) {
      port.onmessage = ({ data: { id } }: MessageEvent<{ id: string }>) => {
        ids.add(id)
        isShort ||= !/^[0-9a-f]{32}$/.test(id)
        port.postMessage({ type: 'answer', id })
      }
      port.postMessage({ type: 'ready', nonce })
    },
  }
  const channel = openChannel({ frame: frame as never, origin: 'https://wallet.example', table })
  await channel.ready
  for (let done = 0; done < total; done += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => channel.ask('ping', undefined)))
  }
  expect(ids.size).toBe(total)
  expect(isShort).toBe(false)
  expect(channel.counts()).toEqual({ pending: 0, late: 0, dropped: 0 })
  channel.close()
})
