import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Chain } from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'
import { afterEach, describe, expect, it } from 'vitest'
import { createSessionProvider } from './provider.js'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let servers: Server[] = []
afterEach(async () => {
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  servers = []
})

/** A node that answers, or hangs up after it has read what it was asked. */
async function node(answers: boolean): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    asked.push((JSON.parse(Buffer.concat(chunks).toString()) as { method: string }).method)
    if (answers) response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x10' }))
    else request.socket.destroy()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

function open(urls: readonly string[] | undefined) {
  const chain: Chain = { ...mainnet, rpcUrls: { default: { http: urls ?? [] } } }
  return createSessionProvider('eip155', {
    chains: () => (urls ? [chain] : []),
    session: () => ({ accounts: [`eip155:1:${address}`], chains: { eip155: 'eip155:1' } }),
    methods: () => [],
    request: () => Promise.reject(new Error('not for the wallet')),
    switchChain: () => Promise.resolve(),
  })
}

describe('what only reads', () => {
  it('goes to the next node of the network when one fails', async () => {
    const [first, second] = [await node(false), await node(true)]
    const { request } = open([first.url, second.url])
    expect(await request({ method: 'eth_blockNumber' })).toBe('0x10')
    expect([first.asked, second.asked]).toEqual([['eth_blockNumber'], ['eth_blockNumber']])
  })

  it('error: nodes that are there but fail are not taken for none', async () => {
    const [first, second] = [await node(false), await node(false)]
    await expect(open([first.url, second.url]).request({ method: 'eth_blockNumber' })).rejects.toMatchObject({
      code: -32603,
      cause: { code: 'RPC_UNREACHABLE', details: 'eip155:1' },
    })
  })

  it.each([
    ['the network has no node', []],
    ['the wallet is on a network that the page does not list', undefined],
  ])('[S8-25] error: %s', async (_, urls) => {
    await expect(open(urls).request({ method: 'eth_blockNumber' })).rejects.toMatchObject({
      message: 'No RPC url provided for chainId 1',
      cause: { code: 'NO_RPC_URL' },
    })
  })
})

describe('what sends', () => {
  it('error: is asked of one node only, and nothing says that it did not arrive', async () => {
    const [first, second] = [await node(false), await node(true)]
    const sent = open([first.url, second.url]).request({ method: 'eth_sendRawTransaction', params: ['0x00'] })
    await expect(sent).rejects.toMatchObject({ cause: { code: 'RPC_UNREACHABLE' } })
    expect([first.asked, second.asked]).toEqual([['eth_sendRawTransaction'], []])
  })
})
