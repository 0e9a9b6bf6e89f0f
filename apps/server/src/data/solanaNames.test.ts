import { type SolanaChain, startSolanaChain } from '@latchkey/devnet'
import { balances as balancesSchema } from '@latchkey/protocol/api'
import { generateKeyPairSigner } from '@solana/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NodeFront, startNodeFront } from '../../test/startNodeFront.js'
import { startTestServer } from '../../test/startTestServer.js'
import type { RunningServer } from '../startServer.js'

let solana: SolanaChain
let node: NodeFront
let server: RunningServer
let listed: string

beforeAll(async () => {
  solana = await startSolanaChain({ slotTime: 40 })
  node = await startNodeFront(solana.url)
  listed = await solana.mintCollectible({ to: await stranger(), name: 'A pass that is sold as a token' })
  const { chainId: caip2, name, nativeCurrency, tokens } = solana
  const one = { address: listed, name: 'Club pass', symbol: 'PASS', decimals: 0 }
  server = await startTestServer({
    chains: [{ caip2, name, rpc: [node.url], nativeCurrency: { ...nativeCurrency }, tokens: [...tokens, one] }],
  })
}, 60_000)
afterAll(async () => {
  await server?.close()
  await node?.stop()
  await solana?.stop()
})

/** An account without anything. */
async function stranger(): Promise<string> {
  return (await generateKeyPairSigner()).address
}

/** The tokens of an account, without the coin. */
async function held(owner: string, { isNew = false } = {}) {
  const fresh = isNew ? { forceUpdate: `${solana.chainId}:${listed}` } : {}
  const search = new URLSearchParams({ projectId: 'test', currency: 'usd', chainId: solana.chainId, ...fresh })
  const response = await fetch(`${server.url}/v1/account/${owner}/balance?${search}`)
  expect(response.status).toBe(200)
  return balancesSchema
    .parse(await response.json())
    .balances.slice(1)
    .map(({ name, symbol, address, quantity }) => ({
      name,
      symbol,
      mint: address?.split(':')[2],
      numeric: quantity.numeric,
    }))
}
const short = (mint: string) => `${mint.slice(0, 4)}…${mint.slice(-4)}`

describe('collectibles of Solana', () => {
  it('behavior: are no tokens, by Metaplex or by what their mint says; what is listed stays', async () => {
    const owner = await stranger()
    await solana.mintCollectible({ to: owner, name: 'Key #1' })
    await solana.mintCollectible({ to: owner, name: 'Key #2', isProgrammable: true })
    await solana.mintNamedToken({ to: owner, name: 'Key #3', amount: 1n })
    expect(await held(owner)).toEqual([])
    const collector = await stranger()
    const many = await solana.mintNamedToken({ to: collector, name: 'Test points', symbol: 'PTS', amount: 2n })
    const part = await solana.mintNamedToken({
      to: collector,
      name: 'Test parts',
      symbol: 'PRT',
      amount: 1n,
      decimals: 2,
    })
    expect((await held(collector)).map(({ mint }) => mint).sort()).toEqual([many, part].sort())
  })

  it('behavior: more of them than one question holds are left out too', async () => {
    const owner = await stranger()
    for (let count = 0; count < 60; count++) await solana.mintCollectible({ to: owner, name: `Key #${count}` })
    expect(await held(owner)).toEqual([])
  }, 60_000)

  it('error: where the node does not tell what they are, nothing that is held is missing', async () => {
    const owner = await stranger()
    const mint = await solana.mintCollectible({ to: owner, name: 'Key' })
    node.faults.set('getMultipleAccounts', { code: -32601, message: 'Method not found' })
    const unknown = [{ name: 'Unknown token', symbol: short(mint), mint, numeric: '1' }]
    expect(await held(owner)).toEqual(unknown)
    node.faults.set('getMultipleAccounts', { result: { value: [null] } })
    expect(await held(owner, { isNew: true })).toEqual(unknown)
    node.faults.delete('getMultipleAccounts')
    expect(await held(owner, { isNew: true })).toEqual([])
  })
})

describe('a token of Token-2022', () => {
  it('behavior: has the name and the symbol that its mint says', async () => {
    const owner = await stranger()
    const token = { to: owner, name: 'Test Harbour', symbol: 'HARB', uri: 'https://harbour.example/token.json' }
    const mint = await solana.mintNamedToken({ ...token, amount: 12_345n, decimals: 3 })
    expect(await held(owner)).toEqual([{ name: 'Test Harbour', symbol: 'HARB', mint, numeric: '12.345' }])
  })

  it.each([
    ['turned letters and lines are taken out', 'Har\u202ebo\nur\u200b', 'H\u2066B', 'Harbo ur', 'HB'],
    ['long texts are cut', 'a'.repeat(300), 'B'.repeat(90), 'a'.repeat(100), 'B'.repeat(32)],
  ])('hostile: %s', async (_, name, symbol, shownName, shownSymbol) => {
    const owner = await stranger()
    await solana.mintNamedToken({ to: owner, name, symbol, amount: 5n })
    expect(await held(owner)).toMatchObject([{ name: shownName, symbol: shownSymbol }])
  })

  it.each([
    ['the name of a listed token', 'USD Coin', 'HARB'],
    ['the symbol of a listed token in other letters', 'Harbour', '\uff35S\u200bdc'],
    ['the name of the coin', ' solana.', 'HARB'],
    ['nothing that can be seen', '\u200b\u202e', '\u2063'],
  ])('hostile: one that says %s is unknown', async (_, name, symbol) => {
    const owner = await stranger()
    const mint = await solana.mintNamedToken({ to: owner, name, symbol, amount: 5n })
    expect(await held(owner)).toEqual([{ name: 'Unknown token', symbol: short(mint), mint, numeric: '5' }])
  })
})
