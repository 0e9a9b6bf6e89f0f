import { expect, it, onTestFinished } from 'vitest'
import { readChains } from '../platform/chains/readChains.js'
import { openPglite } from '../platform/db/openPglite.js'
import { createHistoryTables } from './createHistoryTables.js'
import { readCursor, writeCursor } from './cursor.js'
import type { Entry } from './entry.js'
import { readPage } from './readPage.js'

const address = `0x${'a1'.repeat(20)}`
const chains = readChains(
  (['eip155:1', 'eip155:10', 'eip155:137'] as const).map((caip2) => ({
    caip2,
    name: caip2,
    rpc: ['http://127.0.0.1:9'],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    history: true,
  })),
)

async function setUp() {
  const db = await openPglite(undefined)
  onTestFinished(() => db.close())
  const tables = createHistoryTables(db)
  const next = new Map<string, number>()
  /** A block with one transaction, mined at that second. */
  const mine = async (at: 0 | 1 | 2, minedAt: number) => {
    const chain = chains[at]
    if (!chain) throw new Error('No chain.')
    const block = next.get(chain.caip2) ?? 0
    next.set(chain.caip2, block + 1)
    const before = await tables.progress(chain.caip2)
    const entry: Entry = {
      address,
      block,
      position: 0,
      hash: `${at}/${minedAt}`,
      minedAt,
      sender: address,
      receiver: address,
      nonce: 0,
      isOk: true,
      operation: 'send',
      movements: [],
    }
    await tables.keep(chain.caip2, before, { genesis: 'g', next: block + 1, recent: [] }, block, {
      entries: [entry],
      moves: [],
    })
  }
  const page = async (cursor?: string) => {
    const { page, next } = await readPage({ tables, chains, address, before: readCursor(cursor), size: 3 })
    return { hashes: page.map(({ entry }) => entry.hash), cursor: next && writeCursor(next) }
  }
  return { mine, page }
}

it('[S7-08][S7-10] without a chain, the transactions of all chains, newest first, each once over the pages', async () => {
  const { mine, page } = await setUp()
  for (const minedAt of [1, 4, 7, 8]) await mine(0, minedAt)
  for (const minedAt of [2, 3, 9]) await mine(1, minedAt)
  const first = await page()
  expect(first.hashes).toEqual(['1/9', '0/8', '0/7'])
  const second = await page(first.cursor)
  expect(second.hashes).toEqual(['0/4', '1/3', '1/2'])
  const third = await page(second.cursor)
  expect(third).toEqual({ hashes: ['0/1'], cursor: undefined })
})

it('what comes in between two pages is not in the second: not of a chain that was on the first, nor of one that was not', async () => {
  const { mine, page } = await setUp()
  for (const minedAt of [1, 5, 6, 7, 8]) await mine(0, minedAt)
  await mine(1, 2)
  const first = await page()
  expect(first.hashes).toEqual(['0/8', '0/7', '0/6'])
  for (const chain of [0, 1, 2] as const) await mine(chain, 20)
  expect((await page(first.cursor)).hashes).toEqual(['0/5', '1/2', '0/1'])
})
