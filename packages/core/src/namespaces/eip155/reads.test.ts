import { accounts, type EvmChains, type FaultMode, startEvmChains, startFaultyNode } from '@latchkey/devnet'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testChain } from '../../../test/chains.js'
import { dataServer } from '../../../test/dataServer.js'
import { watchRejections } from '../../../test/watcher.js'
import { getBalance } from '../../actions/getBalance.js'
import { getBalances } from '../../actions/getBalances.js'
import { waitForTransactionReceipt } from '../../actions/waitForTransactionReceipt.js'
import { type CreateConfigParameters, createConfig } from '../../createConfig.js'
import { eip155 } from './eip155.js'

const address = accounts[1]?.address ?? '0x'
const account = `eip155:31337:${address}` as const
let local: EvmChains

beforeAll(async () => {
  local = await startEvmChains()
})
afterAll(() => local.stop())

const over = (urls: readonly string[], more: Partial<CreateConfigParameters> = {}) =>
  createConfig({
    chains: [testChain('eip155:31337', { rpcUrls: { default: { http: urls } }, tokens: local.chains[0].tokens })],
    storage: null,
    ...more,
  })

async function faulty(mode: FaultMode) {
  const node = await startFaultyNode({ target: local.chains[0].url, mode })
  onTestFinished(() => node.stop())
  return node
}

describe('reads from a real node', () => {
  it('gives the native balance that the node gives', async () => {
    const viem = createPublicClient({ transport: http(local.chains[0].url) })
    expect(await getBalance(over([local.chains[0].url]), { account })).toEqual({
      value: await viem.getBalance({ address }),
      decimals: 18,
      symbol: 'COIN',
    })
  })

  it('[S5-20] gives coin and tokens in the order of the list, without empty ones and without those of 0 decimals', async () => {
    const balances = await getBalances(over([local.chains[0].url]), { account })
    expect(balances.map(({ symbol }) => symbol)).toEqual(['COIN', 'USDC', 'DAI', 'WBTC'])
    expect(balances[1]).toMatchObject({
      address: `eip155:31337:${local.chains[0].tokens[0]?.address}`,
      quantity: { decimals: '6', numeric: '1000' },
    })
    expect(balances[0]).not.toHaveProperty('address')
  })

  it('leaves out a token that is no contract', async () => {
    const tokens = [{ address: `0x${'12'.repeat(20)}`, name: 'None', symbol: 'NONE', decimals: 18 }]
    const chain = testChain('eip155:31337', { rpcUrls: { default: { http: [local.chains[0].url] } }, tokens })
    const config = createConfig({ chains: [chain], storage: null })
    expect((await getBalances(config, { account })).map(({ symbol }) => symbol)).toEqual(['COIN'])
  })

  it('[S9-04] two reads within 30 s are one request, the next after it another; force asks anew', async () => {
    const node = await faulty('ok')
    const config = over([node.url])
    const asked = () => node.calls.filter((method) => method === 'eth_getBalance').length
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    await Promise.all([getBalance(config, { account }), getBalance(config, { account })])
    vi.setSystemTime(Date.now() + 30_000)
    await getBalance(config, { account })
    expect(asked()).toBe(1)
    vi.setSystemTime(Date.now() + 1)
    await getBalance(config, { account })
    expect(asked()).toBe(2)
    await getBalance(config, { account, force: true })
    expect(asked()).toBe(3)
  })

  it('reads from custom URLs first, then through the proxy of the data API, then from the network itself', async () => {
    const node = await faulty('ok')
    const config = over(['http://127.0.0.1:9'], { customRpcUrls: { 'eip155:31337': [node.url] } })
    await getBalance(config, { account })
    expect(node.calls).toContain('eth_getBalance')
    config.destroy()

    const target = local.chains[0].url
    const server = await dataServer({ '/v1/supported-chains': { http: ['eip155:31337'], ws: [] } })
    server.routes['/v1'] = (response) => {
      const { method, id } = (server.seen.at(-1) as { body: unknown }).body as { method: string; id: number }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? '0x7a69' : '0x5' }))
    }
    const proxied = over([target], { api: { url: server.url, projectId: 'p' } })
    expect((await getBalance(proxied, { account })).value).toBe(5n)
    expect(server.seen.find(({ path }) => path === '/v1')?.query).toMatchObject({
      chainId: 'eip155:31337',
      projectId: 'p',
    })

    const elsewhere = await dataServer({ '/v1/supported-chains': { http: [], ws: [] } })
    const direct = over([target], { api: { url: elsewhere.url } })
    expect((await getBalance(direct, { account })).value).toBeGreaterThan(5n)
  })
})

describe('a node that fails', () => {
  it('behavior: a node of another chain is told to the developer once, with its URL and both ids', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => errors.mockRestore())
    const [, { url }] = local.chains
    const config = over([url])
    expect(errors).not.toHaveBeenCalled()
    for (let turn = 0; turn < 2; turn++) {
      await expect(getBalance(config, { account })).rejects.toMatchObject({ code: 'RPC_BAD_ANSWER' })
    }
    const name = config.chains[0]?.name
    expect(errors.mock.calls).toEqual([
      [
        `[latchkey] Wrong Node: ${new URL(url)} is of chain 31338, but is set for ${name}, chain 31337. Check rpcUrls and customRpcUrls.`,
      ],
    ])
  })

  it('[S8-25] error: a chain without a URL', async () => {
    await expect(getBalance(over([]), { account })).rejects.toMatchObject({
      code: 'NO_RPC_URL',
      message: expect.stringMatching(/^No RPC url provided for chainId/),
    })
  })

  it('error: a chain that is not configured', async () => {
    await expect(getBalance(over(['http://x']), { account: `eip155:5:${address}` })).rejects.toMatchObject({
      code: 'CHAIN_NOT_FOUND',
    })
  })

  it.each<[FaultMode, string]>([
    ['down', 'RPC_UNREACHABLE'],
    ['html', 'RPC_BAD_ANSWER'],
    ['garbage', 'RPC_BAD_ANSWER'],
    ['idSwapped', 'RPC_BAD_ANSWER'],
    ['bothResultAndError', 'RPC_BAD_ANSWER'],
    ['huge', 'RPC_BAD_ANSWER'],
    [{ wrongChain: 1 }, 'RPC_BAD_ANSWER'],
    [{ status: 500 }, 'RPC_ERROR'],
    [{ status: 429 }, 'RATE_LIMITED'],
  ])('error: %o ends in %s; it works again when the node is well', async (mode, code) => {
    const unhandled = watchRejections()
    const node = await faulty(mode)
    const config = over([node.url])
    const error = await getBalance(config, { account }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code, name: 'LatchkeyError' })
    expect((error as Error).message).toMatch(/^[A-Z].*\.$/)
    await node.set('ok')
    expect((await getBalance(config, { account })).value).toBeGreaterThan(0n)
    expect(unhandled).toEqual([])
  })

  it.each<[FaultMode]>([[{ slow: 300 }], ['drip']])('a node that is %o is waited for', async (mode) => {
    const node = await faulty(mode)
    expect((await getBalance(over([node.url]), { account })).value).toBeGreaterThan(0n)
  })
})

describe('waitForTransaction', () => {
  const config = () => over([local.chains[0].url])

  it('error: what is no hash does not wait for ever', async () => {
    for (const hash of ['', '0x12', 'banana'])
      await expect(waitForTransactionReceipt(config(), { hash })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  it('error: an abort ends it at once, before and while it waits', async () => {
    const hash = `0x${'00'.repeat(32)}`
    const stop = new AbortController()
    const asked = expect(waitForTransactionReceipt(config(), { hash, signal: stop.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    })
    setTimeout(() => stop.abort(), 30)
    await asked
    await expect(waitForTransactionReceipt(config(), { hash, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'ABORTED',
    })
  })
})

describe('addresses', () => {
  it('[S5-24] the form decides; a wrong checksum is told apart', async () => {
    const { hasValidChecksum, isAddress } = eip155()
    const wrong = address.replace('C', 'c')
    expect([address, wrong, address.slice(2)].map(isAddress)).toEqual([true, true, true])
    expect(await Promise.all([address, wrong, address.toLowerCase(), address.slice(2)].map(hasValidChecksum))).toEqual([
      true,
      false,
      true,
      true,
    ])
  })
})
