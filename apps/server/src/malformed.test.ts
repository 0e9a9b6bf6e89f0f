import { connect } from 'node:net'
import { refusal } from '@latchkey/protocol/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../test/startTestServer.js'
import type { RunningServer } from './startServer.js'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const cosmos = 'cosmos:cosmoshub-4'
const chains = (['eip155:1', solana, bitcoin, polkadot, cosmos] as const).map((caip2) => ({
  caip2,
  name: 'Chain',
  rpc: ['http://127.0.0.1:9'],
  nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 9 },
}))
let server: RunningServer

beforeAll(async () => {
  server = await startTestServer({ chains })
}, 180_000)
afterAll(() => server?.close())

/** What stands after the first line of a request is sent as it is: `fetch` would mend it first. */
function send(target: string, host: string): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1')
    let said = ''
    socket.setEncoding('utf8').on('error', reject)
    socket.on('data', (text: string) => {
      said += text
    })
    socket.on('end', () => {
      const [head = '', body = ''] = said.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), head: head.toLowerCase(), body })
    })
    socket.write(`GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
  })
}

describe('a malformed path', () => {
  it.each([
    ['/v1/account/%zz/balance', 'Host: a\r\n', 400],
    ['/v1/account/%E0%A4/history', 'Host: a\r\n', 400],
    ['/v1/identity/%', 'Host: a\r\n', 400],
    ['/v1/sessions/%zz', 'Host: a\r\n', 400],
    ['/getWalletImage/%zz', 'Host: a\r\n', 404],
    ['/public/getAssetImage/%E0%A4', 'Host: a\r\n', 404],
    ['/%zz', 'Host: a\r\n', 404],
    ['/v1\\account', 'Host: a\r\n', 400],
    ['*', 'Host: a\r\n', 400],
    ['/v1/supported-chains', 'Host: a b\r\n', 400],
    ['http://[/v1/supported-chains', 'Host: a\r\n', 400],
  ])('%s with %j gets status and reasons that a page can read', async (target, host, status) => {
    const answer = await send(target, host)
    expect(answer.status).toBe(status)
    expect(answer.head).toContain('access-control-allow-origin: *')
    const json = answer.body.slice(answer.body.indexOf('{'), answer.body.lastIndexOf('}') + 1)
    refusal.parse(JSON.parse(json))
  })
})

describe('an invalid address', () => {
  const wrong = [
    ['eip155:1', '0x123'],
    ['eip155:1', `0x${'g'.repeat(40)}`],
    [solana, 'J1S9H3QjnRtBbbuD4HjPV6RpRhwuk4zKbxsnCHuTgh'],
    [solana, `0x${'1'.repeat(40)}`],
    [bitcoin, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    [bitcoin, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    [polkadot, '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp6'],
    [cosmos, 'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq'],
    [undefined, 'nobody'],
  ] as const

  it.each(
    ['balance', 'history'].flatMap((kind) => wrong.map(([chainId, address]) => [kind, chainId, address] as const)),
  )('[S7-07][S7-39] %s on %s of %s is refused with 400', async (kind, chainId, address) => {
    const query = chainId === undefined ? '' : `?${new URLSearchParams({ chainId })}`
    const response = await fetch(`${server.url}/v1/account/${address}/${kind}${query}`)
    expect(response.status).toBe(400)
    expect(refusal.parse(await response.json()).reasons[0]?.field).toBe('address')
  })

  it('one that is an address of a chain without history has none', async () => {
    const address = 'J1S9H3QjnRtBbbuD4HjPV6RpRhwuk4zKbxsnCHuTgh9w'
    for (const query of ['', `?${new URLSearchParams({ chainId: solana })}`]) {
      const response = await fetch(`${server.url}/v1/account/${address}/history${query}`)
      expect([response.status, await response.json()]).toEqual([200, { data: [], next: null }])
    }
  })
})
