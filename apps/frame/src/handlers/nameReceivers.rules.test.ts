import { describe, expect, it } from 'vitest'
import { context, other } from '../../test/signingContext.js'
import { toApproval } from '../signing/signingContext.js'
import type { Approval } from '../types.js'
import { nameReceivers } from './nameReceivers.js'

type Answer = (url: URL, init: RequestInit) => Response | Promise<Response>
const named = (name: unknown) => Response.json([{ name }])
const approvalOf = (rows: Approval['rows']): Approval => ({
  ...toApproval(context, { action: 'Send', title: 'Send' }),
  rows,
})
const to = (value: string) => ({ label: 'To', value, form: 'address', isReceiver: true }) as const

async function name(receivers: readonly string[], answer: Answer, signal = new AbortController().signal) {
  const asked: { url: URL; init: RequestInit }[] = []
  const write = await nameReceivers(receivers, {
    settings: { apiUrl: 'https://api.example' },
    embedder: { projectId: 'project' },
    signal,
    async fetch(url, init) {
      asked.push({ url: new URL(url), init })
      return answer(new URL(url), init)
    },
  })
  return { asked, write, rows: (rows: Approval['rows']) => write(approvalOf(rows)).rows }
}

describe('the name of a receiver', () => {
  it('stands below each row of that receiver, and nowhere else', async () => {
    const { rows, write } = await name([other], () => named('alice.names.example'))
    const line = { label: 'Name', value: 'alice.names.example' }
    const spender = { label: 'Spender', value: other, form: 'address' } as const
    const red = { ...to(other), tone: 'danger' } as const
    expect(rows([to(other), to(context.account), spender, red, to(other)])).toEqual([
      ...[to(other), line, to(context.account), spender, red, to(other), line],
    ])
    expect(write({ ...approvalOf([]), danger: ['Red'] })).toEqual({ ...approvalOf([]), danger: ['Red'] })
  })

  it('is asked of the data API without cookies, for five receivers at most, each its own', async () => {
    const receivers = Array.from({ length: 6 }, (_, at) => `0x${at}`)
    const { asked, rows } = await name(receivers, ({ pathname }) => named(`n${pathname.at(-1)}.example`))
    expect(asked.map(({ url: { origin, pathname } }) => origin + pathname)).toEqual(
      receivers.slice(0, 5).map((receiver) => `https://api.example/v1/profile/reverse/${receiver}`),
    )
    for (const { url, init } of asked) {
      expect(url.searchParams.get('projectId')).toBe('project')
      expect(init).toMatchObject({ credentials: 'omit', redirect: 'error' })
    }
    const lines = rows(receivers.map(to)).filter(({ label }) => label === 'Name')
    expect(lines.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4].map((at) => `n${at}.example`))
  })

  it.each<[string, Answer]>([
    ['has none', () => Response.json([])],
    ['says nothing', () => Response.json(null)],
    ['says no JSON', () => new Response('<html>')],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['names it with a number', () => named(12_345)],
    ['names it with two letters', () => named('ab')],
    ['names it with 101', () => named('a'.repeat(101))],
    ['names it with large letters', () => named('Alice.example')],
    ['names it with more before', () => named('is alice.example')],
    ['names it with more behind', () => named('alice.example!')],
  ])('is left out where the service %s', async (_, answer) => {
    const both: Answer = (url, init) => (url.pathname.endsWith(other) ? answer(url, init) : named('abc'))
    const { rows } = await name([other, context.account], both)
    expect(rows([to(other), to(context.account)])).toEqual([
      to(other),
      to(context.account),
      { label: 'Name', value: 'abc' },
    ])
    const longest = await name([other], () => named('a'.repeat(100)))
    expect(longest.rows([to(other)])).toHaveLength(2)
  })

  it('is waited for until the request ends', async () => {
    const never: Answer = (_, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('Ended'))))
    const controller = new AbortController()
    const ended = name([other], never, controller.signal)
    controller.abort()
    expect((await ended).rows([to(other)])).toEqual([to(other)])
  })
})
