import { getBalance, getBalances } from '@latchkey/core'
import { type FaultMode, solanaAccounts, solanaTokens, startFaultyNode } from '@latchkey/devnet'
import { solana } from '@latchkey/solana'
import { createSolanaRpc, address as toAddress } from '@solana/kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dataServer } from '../../../core/test/dataServer.js'
import { solanaWorld } from '../../test/solanaWorld.js'

const address = solanaAccounts[2]?.address ?? ''
const world = solanaWorld()

async function faulty(mode: FaultMode) {
  const node = await startFaultyNode({ target: world.chain.url, mode })
  onTestFinished(() => node.stop())
  return node.url
}

/** A node of the local network that gives one answer to all that is asked. */
async function saying(result: unknown) {
  const server = await dataServer({})
  server.routes['/'] = (response) => {
    const { method } = (server.seen.at(-1)?.body ?? {}) as { method?: string }
    const genesis = `${world.listed().id}AAAAAAAAAAAA`
    const body = { jsonrpc: '2.0', id: 1, result: method === 'getGenesisHash' ? genesis : result }
    response.writeHead(200).end(JSON.stringify(body).replace(/"raw:(\d+)"/, '$1'))
  }
  return server
}

describe('reads from a real node', () => {
  it('behavior: the native balance is the one that @solana/kit reads', async () => {
    const { config } = await world.connected()
    const { value } = await createSolanaRpc(world.chain.url).getBalance(toAddress(address)).send()
    expect(value).toBeGreaterThan(0n)
    expect(await getBalance(config, { account: `${world.chain.chainId}:${address}` })).toEqual({
      value,
      decimals: 9,
      symbol: 'SOL',
    })
  })

  it('behavior: listed tokens come under their names, others under their mint, empty ones not at all', async () => {
    const { address: owner } = await world.stranger({ isFunded: true })
    const [usdc, staked] = solanaTokens
    const iconUrl = 'https://app.example/solana.svg'
    const chain = { ...world.listed(), tokens: solanaTokens.slice(0, 1), iconUrl }
    const balances = await solana().getBalances({ chain, rpcUrls: [world.chain.url] }, owner)
    const mint = staked?.address ?? ''
    expect(balances[0]).toMatchObject({ symbol: 'SOL', quantity: { decimals: '9', numeric: '10' }, iconUrl })
    expect(balances[0]).not.toHaveProperty('address')
    expect(balances.slice(1).toSorted((a, b) => b.symbol.localeCompare(a.symbol))).toEqual([
      {
        name: 'USD Coin',
        symbol: 'USDC',
        chainId: world.chain.chainId,
        price: 0,
        quantity: { decimals: '6', numeric: '1000' },
        iconUrl: '',
        address: `${world.chain.chainId}:${usdc?.address}`,
      },
      {
        name: mint,
        symbol: `${mint.slice(0, 4)}…${mint.slice(-4)}`,
        chainId: world.chain.chainId,
        price: 0,
        quantity: { decimals: '9', numeric: '5' },
        iconUrl: '',
        address: `${world.chain.chainId}:${mint}`,
      },
    ])
    const { address: nobody } = await world.stranger()
    expect(await solana().getBalances(world.context(), nobody)).toMatchObject([{ quantity: { numeric: '0' } }])
  })

  it('behavior: collectibles are no tokens, where the node tells what they are, and what is listed stays', async () => {
    const { address: owner } = await world.stranger()
    const key = await world.chain.mintCollectible({ to: owner, name: 'Key #1' })
    await world.chain.mintNamedToken({ to: owner, name: 'Key #2', amount: 1n })
    const many = await world.chain.mintNamedToken({ to: owner, name: 'Points', amount: 2n })
    const tokensOf = async (chain = world.listed(), url = world.chain.url) =>
      (await solana().getBalances({ chain, rpcUrls: [url] }, owner))
        .slice(1)
        .map(({ address: id }) => id?.split(':')[2])
    expect(await tokensOf()).toEqual([many])
    const one = { address: key, name: 'Club pass', symbol: 'PASS', decimals: 0 }
    expect((await tokensOf({ ...world.listed(), tokens: [one] })).sort()).toEqual([key, many].sort())
  })

  it('behavior: the action gives the same as the adapter', async () => {
    const { config } = await world.connected()
    const account = `${world.chain.chainId}:${address}` as const
    expect(await getBalances(config, { account })).toEqual(await solana().getBalances(world.context(), address))
  })

  it('behavior: two accounts for one token are one balance', async () => {
    const account = (amount: string) => ({
      pubkey: address,
      account: {
        data: { parsed: { info: { mint: solanaTokens[0]?.address, tokenAmount: { amount, decimals: 6 } } } },
      },
    })
    const server = await saying({ value: [account('1500000'), account('18446744073709551615')] })
    const { getTokenAccounts } = await import('./reads.js')
    const nodes = { confirmed: new Set<string>() }
    const found = await getTokenAccounts(nodes, world.context([`${server.url}/`]), address, { programId: 'any' })
    expect(found.map(({ amount }) => amount)).toEqual([1_500_000n, 18_446_744_073_709_551_615n])
  })

  it('behavior: an amount that is larger than a number of JavaScript holds is read exactly', async () => {
    const server = await saying({ context: { slot: 1 }, value: 'raw:9007199254740993123' })
    expect(await solana().getBalance(world.context([`${server.url}/`]), address)).toBe(9_007_199_254_740_993_123n)
  })
})

describe('reads over nodes that fail', () => {
  const read = (urls: readonly string[]) => solana().getBalance(world.context(urls), address)

  it.each([
    ['down', 'RPC_UNREACHABLE'],
    ['html', 'RPC_BAD_ANSWER'],
    ['garbage', 'RPC_BAD_ANSWER'],
    ['idSwapped', 'RPC_BAD_ANSWER'],
    ['huge', 'RPC_BAD_ANSWER'],
    [{ status: 500 }, 'RPC_UNREACHABLE'],
    [{ status: 429, retryAfter: 0 }, 'RATE_LIMITED'],
  ] as const)('error: a node that is %j is %s', async (mode, code) => {
    await expect(read([await faulty(mode)])).rejects.toMatchObject({ code })
  })

  it.each(['down', { status: 503 }, { status: 429, retryAfter: 0 }] as const)(
    'behavior: when one node is %j, the next one answers',
    async (mode) => {
      expect(await read([await faulty(mode), world.chain.url])).toBeGreaterThan(0n)
    },
  )

  it('behavior: what fails once is asked again', async () => {
    const server = await saying({ value: 5 })
    const answer = server.routes['/']
    server.routes['/'] = (response) => {
      if (server.count('/') < 3) response.writeHead(502).end()
      else if (typeof answer === 'function') answer(response)
    }
    expect(await read([`${server.url}/`])).toBe(5n)
  })

  it('error: a node of another network is not believed', async () => {
    const mainnet = { ...world.listed(), id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
    await expect(solana().getBalance({ chain: mainnet, rpcUrls: [world.chain.url] }, address)).rejects.toMatchObject({
      code: 'RPC_BAD_ANSWER',
      message: expect.stringContaining('serves another network'),
    })
  })

  it('behavior: a node is asked once which network it is of', async () => {
    const server = await saying({ value: 5 })
    const adapter = solana()
    for (let turn = 0; turn < 3; turn++) await adapter.getBalance(world.context([`${server.url}/`]), address)
    const methods = server.seen.map(({ body }) => (body as { method: string }).method)
    expect(methods).toEqual(['getGenesisHash', 'getBalance', 'getBalance', 'getBalance'])
  })

  it.each([
    ['no value', {}],
    ['text', { value: 'much' }],
    ['less than nothing', { value: -1 }],
    ['a fraction', { value: 1.5 }],
    ['nothing', null],
  ])('error: a balance that is %s', async (_, result) => {
    const server = await saying(result)
    await expect(read([`${server.url}/`])).rejects.toMatchObject({ code: 'RPC_BAD_ANSWER' })
  })

  it.each([
    ['no list', { value: {} }],
    ['a list of nothing', { value: [null] }],
    ['an account without a mint', { value: [{ pubkey: 'x', account: { data: { parsed: { info: {} } } } }] }],
  ])('error: tokens that are %s', async (_, result) => {
    const server = await saying(result)
    await expect(solana().getBalances(world.context([`${server.url}/`]), address)).rejects.toMatchObject({
      code: 'RPC_BAD_ANSWER',
    })
  })

  it('error: a network without a node', async () => {
    await expect(read([])).rejects.toMatchObject({ code: 'NO_RPC_URL' })
  })
})
