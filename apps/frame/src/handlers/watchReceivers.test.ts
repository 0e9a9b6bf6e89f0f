import { LatchkeyError } from '@latchkey/protocol/errors'
import { toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { failure } from '../../test/failure.js'
import { account, other, useRpcWorld } from '../../test/useRpcWorld.js'
import type { Approval } from '../types.js'

const { world, open, screens, wallet } = useRpcWorld()

/** An address that has the ends of another one. */
const twinOf = (address: string) => `${address.slice(0, 6)}${'a'.repeat(32)}${address.slice(-4)}`.toLowerCase()
const pay = (to: string) => [{ from: account, to, value: toHex(1n) }]
const shown = (): Approval => {
  const screen = screens().asked.at(-1)
  if (screen?.kind !== 'approve') throw new Error('No approval was shown')
  return screen.approval
}
const isWarned = () => shown().danger.some((text) => text.includes('looks like an address that you know'))

/** The proxy's node, and beside it a data API that answers with what it is given. */
function withHistory(answer: (init: RequestInit) => Response | Promise<Response>) {
  const urls: URL[] = []
  const fetchBoth = async (url: string, init: RequestInit) => {
    const asked = new URL(url)
    if (!asked.pathname.endsWith('/history')) return fetch(url, init)
    urls.push(asked)
    return answer(init)
  }
  return { urls, ...open({ fetch: fetchBoth }) }
}
const payment = (sentTo: string, more: object = {}, numeric = '1') => ({
  metadata: { sentFrom: account.toLowerCase(), sentTo, status: 'confirmed', ...more },
  transfers: [{ direction: 'out', quantity: { numeric } }],
})

/** The proxy's node, and beside it a name service that answers with what it is given. */
function withNames(answer: (init: RequestInit) => Response | Promise<Response>) {
  const urls: URL[] = []
  const fetchBoth = async (url: string, init: RequestInit) => {
    const asked = new URL(url)
    if (!asked.pathname.startsWith('/v1/profile/')) return fetch(url, init)
    urls.push(asked)
    return answer(init)
  }
  return { urls, ...open({ fetch: fetchBoth }) }
}
const named = (name: unknown) => () => Response.json([{ name }])
const lines = () => shown().rows.map(({ label, value }) => [label, value.toLowerCase()])

describe('names of receivers', () => {
  it('stand below the whole address, and are asked of the operator’s data API alone', async () => {
    const { urls, request } = withNames(named('alice.names.example'))
    await request('eth_sendTransaction', pay(other))
    const at = lines().findIndex(([label]) => label === 'To')
    expect(lines().slice(at, at + 2)).toEqual([
      ['To', other.toLowerCase()],
      ['Name', 'alice.names.example'],
    ])
    expect(urls.map(({ origin, pathname }) => [origin, pathname.toLowerCase()])).toEqual([
      [new URL(world().node.url).origin, `/v1/profile/reverse/${other.toLowerCase()}`],
    ])
  })

  it.each([
    ['has none', () => Response.json([])],
    ['says it is not there', () => new Response('{}', { status: 404 })],
    ['says no JSON', () => new Response('<html>')],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['names it with what is no name', named('alice⁧.example')],
    ['names it with a number', named(1)],
    [
      'answers too late',
      ({ signal }: RequestInit) => new Promise<Response>((_, fail) => signal?.addEventListener('abort', fail)),
    ],
  ])('are left out where the service %s, and the approval comes all the same', async (_, answer) => {
    const { request } = withNames(answer)
    const started = Date.now()
    await request('eth_sendTransaction', pay(other))
    expect(Date.now() - started).toBeLessThan(10_000)
    expect(lines()).toContainEqual(['To', other.toLowerCase()])
    expect(lines().map(([label]) => label)).not.toContain('Name')
  })

  it('are not shown for an address that looks like one that is known', async () => {
    const { request } = withNames(named('alice.names.example'))
    await request('eth_sendTransaction', pay(other))
    await request('eth_sendTransaction', pay(twinOf(other)))
    expect(isWarned()).toBe(true)
    expect(lines().map(([label]) => label)).not.toContain('Name')
  })
})

describe('receivers', () => {
  it('SEC-X-07 are remembered once they were approved: a twin of one is shown in red beside it', async () => {
    const { request } = open()
    await request('eth_sendTransaction', pay(other))
    expect(isWarned()).toBe(false)
    await request('eth_sendTransaction', pay(twinOf(other)))
    expect([isWarned(), shown().needsSecondLook]).toEqual([true, true])
    expect(shown().rows.map(({ label, value }) => [label, value.toLowerCase()])).toContainEqual([
      'The address that you know',
      other.toLowerCase(),
    ])
    // Who saw it and went on knows that one too.
    await request('eth_sendTransaction', pay(twinOf(other)))
    expect(isWarned()).toBe(false)
  })

  it('SEC-X-07 that were refused are not remembered', async () => {
    const { request } = open()
    screens().answer = async () => {
      throw new Error('No')
    }
    await expect(request('eth_sendTransaction', pay(other))).rejects.toThrow('No')
    screens().answer = async () => {}
    await request('eth_sendTransaction', pay(twinOf(other)))
    expect(isWarned()).toBe(false)
  })

  it('SEC-X-07 are compared in a bundle and in a transfer of a token too, and with the account itself', async () => {
    const { request } = open()
    await request('wallet_sendCalls', [
      {
        version: '2.0.0',
        chainId: '0x7a69',
        from: account,
        calls: [
          { to: other, value: '0x1' },
          { to: twinOf(account), value: '0x1' },
        ],
      },
    ])
    expect(isWarned()).toBe(true)
    const usdc = world().chain.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '0x'
    const data = `0xa9059cbb${twinOf(other).slice(2).padStart(64, '0')}${'0'.repeat(64)}`
    await request('eth_sendTransaction', [{ from: account, to: usdc, data }])
    expect(isWarned()).toBe(true)
  })

  it('SEC-X-07 of the account’s history count, but not what others wrote into it', async () => {
    const stranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
    const { request, urls } = withHistory(() =>
      Response.json({
        data: [
          payment(other),
          // The tricks: nothing sent in somebody's name, a failed one, one that came in.
          payment(stranger, {}, '0'),
          payment(stranger, {}, '0.000'),
          payment(stranger, { status: 'failed' }),
          payment(account, { sentFrom: stranger }),
        ],
      }),
    )
    await request('eth_sendTransaction', pay(twinOf(other)))
    expect(isWarned()).toBe(true)
    await request('eth_sendTransaction', pay(twinOf(stranger)))
    expect(isWarned()).toBe(false)
    expect(urls[0]?.pathname).toBe(`/v1/account/${account}/history`)
    expect(Object.fromEntries(urls[0]?.searchParams ?? [])).toEqual({ chainId: 'eip155:31337', projectId: 'project' })
  })

  it.each([
    ['refuses', () => new Response('no', { status: 503 })],
    ['is no JSON', () => new Response('<html>')],
    ['has another form', () => Response.json({ data: [{ metadata: null }] })],
    ['breaks off', () => Promise.reject(new TypeError('reset'))],
  ])('error: a history that %s holds nothing up', async (_, answer) => {
    const { request } = withHistory(answer)
    expect(await request('eth_sendTransaction', pay(other))).toMatch(/^0x/)
    expect([isWarned(), wallet().signed.length]).toEqual([false, 1])
  })

  it('error: a history that never answers holds up no abort', async () => {
    const controller = new AbortController()
    const { request, urls } = withHistory(
      ({ signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    screens().answer = async (_, signal) => {
      if (signal.aborted) throw new LatchkeyError('ABORTED', 'Request was aborted')
    }
    const asked = failure(request('eth_sendTransaction', pay(other), { signal: controller.signal }))
    await expect.poll(() => urls.length).toBe(1)
    controller.abort()
    expect((await asked).code).toBe('ABORTED')
    expect(wallet().signed).toEqual([])
  })
})
