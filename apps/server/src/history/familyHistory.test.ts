import {
  bitcoinAccounts,
  cosmosAccounts,
  type FamilyChain,
  solanaAccounts,
  startBitcoinChain,
  startCosmosLedger,
  startSolanaChain,
} from '@latchkey/devnet'
import { type History, history as historySchema } from '@latchkey/protocol/accountApi'
import type { ChainId } from '@latchkey/protocol/caip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../../test/startTestServer.js'
import type { RunningServer } from '../startServer.js'

let chains: { solana: FamilyChain; bitcoin: FamilyChain; cosmos: FamilyChain }
let server: RunningServer

beforeAll(async () => {
  const [solana, bitcoin, cosmos] = await Promise.all([startSolanaChain(), startBitcoinChain(), startCosmosLedger()])
  chains = { solana, bitcoin, cosmos }
  server = await startTestServer({
    chains: Object.values(chains).map(({ chainId, name, url, nativeCurrency, tokens }) => ({
      caip2: chainId,
      name,
      rpc: [url],
      nativeCurrency,
      tokens: [...tokens],
      history: true,
    })),
  })
}, 120_000)
afterAll(async () => {
  await server?.close()
  for (const chain of Object.values(chains ?? {})) await chain.stop()
})

async function ask(chainId: ChainId, address: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ chainId, projectId: 'test', ...query })
  const response = await fetch(`${server.url}/v1/account/${address}/history?${search}`)
  return { status: response.status, json: (await response.json()) as { next?: string; reasons?: unknown } }
}
async function told(chainId: ChainId, address: string, cursor?: string): Promise<History> {
  const { status, json } = await ask(chainId, address, cursor === undefined ? {} : { cursor })
  expect(status).toBe(200)
  return historySchema.parse(json)
}
const short = ({ data }: History) =>
  data.map(({ metadata, transfers }) => [
    metadata.status,
    metadata.operationType,
    ...transfers.map(
      ({ direction, quantity, fungible_info }) => `${direction} ${quantity.numeric} ${fungible_info?.symbol}`,
    ),
  ])

describe('what the nodes of a family tell', () => {
  it('[S7-07] of Solana: the coin and the tokens that came in, newest first', async () => {
    const { solana } = chains
    const address = solanaAccounts[8]?.address ?? ''
    await solana.fund(address)
    // Only what the chain has confirmed is told.
    await expect
      .poll(async () => short(await told(solana.chainId, address)), { timeout: 30_000, interval: 500 })
      .toContainEqual(['confirmed', 'receive', 'in 1000 USDC', 'in 5 sSOL', 'in 10 SOL'])
    const page = await told(solana.chainId, address)
    for (const { id, metadata } of page.data) {
      expect(id).toBe(`${solana.chainId}:${metadata.hash}`)
      expect(metadata).toMatchObject({ chain: solana.chainId, sentTo: address })
      expect(metadata.sentFrom).not.toBe(address)
      expect(metadata.fee).toBeUndefined()
      expect(Math.abs(Date.parse(metadata.minedAt) - Date.now())).toBeLessThan(600_000)
    }
    const times = page.data.map(({ metadata }) => Date.parse(metadata.minedAt))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
  })

  it('[S7-07] of Bitcoin: what waits for a block, and then what is in one, and nobody else', async () => {
    const { bitcoin } = chains
    const address = bitcoinAccounts(9)[8]?.payment.address ?? ''
    await bitcoin.fund(address)
    const page = await told(bitcoin.chainId, address)
    expect(short(page)).toContainEqual([expect.any(String), 'receive', expect.stringMatching(/^in [\d.]+ BTC$/)])
    expect(page.data.every(({ metadata }) => metadata.sentTo === address)).toBe(true)
    // In capitals it is the same account.
    expect(await told(bitcoin.chainId, address.toUpperCase())).toEqual(page)
  })

  it('[S7-07][S7-08] of Cosmos: page after page, each once', async () => {
    const { cosmos } = chains
    const address = cosmosAccounts(30)[29]?.address ?? ''
    for (let at = 0; at < 60; at++) await cosmos.fund(address)
    const hashes: string[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await told(cosmos.chainId, address, cursor)
      hashes.push(...page.data.map(({ metadata }) => metadata.hash))
      expect(short(page).every((row) => row.join() === 'confirmed,receive,in 10 ATOM')).toBe(true)
      cursor = page.next ?? undefined
    } while (cursor !== undefined && ++pages < 10)
    expect(hashes).toHaveLength(60)
    expect(new Set(hashes).size).toBe(60)
  })

  it('tells the chains that it can tell of', async () => {
    const response = await fetch(`${server.url}/v1/supported-chains`)
    expect(await response.json()).toMatchObject({ history: Object.values(chains).map(({ chainId }) => chainId) })
  })

  it('[S7-10] without a chain: the first one that is marked', async () => {
    const { bitcoin } = chains
    const address = bitcoinAccounts(9)[8]?.payment.address ?? ''
    const response = await fetch(`${server.url}/v1/account/${address}/history?projectId=test`)
    expect(await response.json()).toEqual(await told(bitcoin.chainId, address))
  })

  it.each(['solana', 'bitcoin', 'cosmos'] as const)(
    'refuses addresses and cursors that %s does not have',
    async (name) => {
      const { chainId } = chains[name]
      const own = {
        solana: solanaAccounts[8]?.address,
        bitcoin: bitcoinAccounts(9)[8]?.payment.address,
        cosmos: cosmosAccounts(30)[29]?.address,
      }[name]
      for (const address of ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', `${own}x`, '..%2F..%2Fadmin', "'%20OR%20'"])
        expect((await ask(chainId, address)).status).toBe(400)
      const foreign = Buffer.from(`eip155:1.5.1`).toString('base64url')
      const odd = Buffer.from(`${chainId}.../../admin`).toString('base64url')
      for (const cursor of ['x', foreign, odd, 'A'.repeat(2000)])
        expect((await ask(chainId, own ?? '', { cursor })).status).toBe(400)
    },
  )
})
