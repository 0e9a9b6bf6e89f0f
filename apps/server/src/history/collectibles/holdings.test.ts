import { readFileSync } from 'node:fs'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../../../test/findService.js'
import { type ServerProcess, startProcess } from '../../../test/startProcess.js'
import { type ScriptedNode, startScriptedNode } from '../../../test/startScriptedNode.js'
import type { Db } from '../../platform/db/db.js'
import { openPostgres } from '../../platform/db/openPostgres.js'
import { rows } from '../../platform/db/rows.js'
import { createCollectibleTables, type ItemKey, keepMoves } from './createCollectibleTables.js'
import type { Move } from './toMoves.js'

const postgres = await findPostgres()
if (postgres === undefined) console.warn('Skipped: holdings over PostgreSQL (no TEST_DATABASE_URL and no initdb found)')
const migration = readFileSync(new URL('../../../migrations/0071_holdings.sql', import.meta.url), 'utf8')
const chain = 'eip155:1'
const [account, contract] = [`0x${'a'.repeat(40)}`, `0x${'c'.repeat(40)}`]
const [count, limit] = [20_000, 25]

type PlanNode = { 'Node Type': string; 'Index Name'?: string; 'Actual Rows': number; Plans?: PlanNode[] }
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** A page of what an account has, as the sums of all its moves: what the kept holdings have to be. */
const sums = sql`select chain, address, contract, token_id::text as id, min(standard) as standard, sum(amount)::text as amount,
  bool_or(is_asked) as asked, max(crowd) as crowd from history.collectibles group by 1, 2, 3, token_id order by 1, 2, 3, token_id`
const kept = sql`select chain, address, contract, token_id::text as id, standard, amount::text as amount, is_asked as asked, crowd
  from history.holdings order by chain, address, contract, token_id`

describe.skipIf(postgres === undefined)('what accounts hold, in PostgreSQL', () => {
  let db: Db
  beforeAll(async () => {
    db = await openPostgres(postgres?.url ?? '')
  }, 60_000)
  afterAll(async () => {
    await db.close()
    await postgres?.stop()
  })
  const clear = () => db.query.execute(sql`delete from history.collectibles`)
  async function expectSums(): Promise<readonly unknown[]> {
    const held = await rows(db.query, kept)
    expect(held).toEqual(await rows(db.query, sums))
    return held
  }

  describe('of an account that most of its items have left', () => {
    beforeAll(async () => {
      await clear()
      // All items came, and all but each hundredth left; one of many came and left in each block.
      await db.query.execute(sql`insert into history.collectibles
          (chain, address, contract, token_id, block, standard, amount, is_asked, crowd)
        select ${chain}, ${account}, ${contract}, n, n, 'erc721', 1, false, 1 from generate_series(1, ${count}::int) n
        union all select ${chain}, ${account}, ${contract}, n, ${count}::int + n, 'erc721', -1, false, 0
          from generate_series(1, ${count}::int) n where n % 100 <> 0
        union all select ${chain}, ${account}, ${contract}, 0, n, 'erc1155', 3, false, 1 from generate_series(1, ${count}::int) n`)
      await db.query.execute(sql`vacuum analyze history.collectibles`)
      await db.query.execute(sql`vacuum analyze history.holdings`)
    }, 60_000)

    const places: [string, ItemKey | undefined][] = [
      ['first', undefined],
      ['middle', { contract, tokenId: String(count / 2) }],
      ['last', { contract, tokenId: String(count - 1_000) }],
    ]
    it.each(places)('the %s page reads its own rows from the index and sorts none', async (_, after) => {
      const plans: PlanNode[] = []
      const execute = async (statement: SQL) => {
        const [row] = await rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          db.query,
          sql`explain (analyze, format json) ${statement}`,
        )
        if (row) plans.push(row['QUERY PLAN'][0].Plan)
        return { rows: [] }
      }
      await createCollectibleTables({ execute } as unknown as Db['query']).page(chain, account, after, limit)
      const nodes = plans.flatMap(nodesOf)
      expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan'])
      expect(nodes[1]?.['Index Name']).toBe('holdings_page')
      for (const node of nodes) expect(node['Actual Rows']).toBeLessThanOrEqual(limit)
    })

    it('is what the sums of its moves say, by number and not by text', async () => {
      const page = await createCollectibleTables(db.query).page(chain, account, undefined, 4)
      expect(page.map(({ tokenId, amount, standard }) => [tokenId, amount, standard])).toEqual([
        ['0', String(3 * count), 'erc1155'],
        ['100', '1', 'erc721'],
        ['200', '1', 'erc721'],
        ['300', '1', 'erc721'],
      ])
    })

    it('is found in what was kept before by the migration', async () => {
      await db.query.execute(sql`drop table history.holdings`)
      await db.query.execute(sql`drop trigger add_moves on history.collectibles`)
      await db.query.execute(sql`drop trigger undo_moves on history.collectibles`)
      await db.query.execute(sql`drop function history.add_moves, history.undo_moves`)
      await db.query.execute(sql.raw(migration))
      expect(await expectSums()).toHaveLength(count + 1)
    }, 60_000)
  })

  it('behavior: follows blocks that are taken back and come again otherwise', async () => {
    await clear()
    let seed = 7
    const below = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % most
    }
    const moveIn = (block: number): Move => ({
      address: `0x${String(below(3)).repeat(40)}`,
      contract: `0x${String(below(2)).repeat(40)}`,
      tokenId: String(below(4)),
      block,
      standard: below(2) === 0 ? 'erc721' : 'erc1155',
      amount: String(below(9) - 4 || 5),
      isAsked: below(4) === 0,
      crowd: below(30),
    })
    const movesOf = (block: number) => {
      const moves = Array.from({ length: below(6) }, () => moveIn(block))
      return [...new Map(moves.map((move) => [`${move.address} ${move.contract} ${move.tokenId}`, move])).values()]
    }
    for (let round = 0, next = 0; round < 120; round++) {
      // Most rounds only go on; some begin one to twelve blocks back, and two of them at the first block.
      const from = round % 50 === 49 ? 0 : below(3) === 0 ? Math.max(0, next - 1 - below(12)) : next
      const blocks = Array.from({ length: 1 + below(10) }, (_, index) => from + index)
      await db.query.transaction((transaction) => keepMoves(transaction, chain, from, blocks.flatMap(movesOf)))
      next = from + blocks.length
      await expectSums()
    }
    expect((await expectSums()).length).toBeGreaterThan(10)
  }, 60_000)

  it('error: nothing of a round that ends midway is left', async () => {
    const before = await expectSums()
    const whole: Move = {
      address: account,
      contract,
      tokenId: '5',
      block: 9_999,
      standard: 'erc721',
      amount: '1',
      isAsked: false,
      crowd: 1,
    }
    const ended = db.query.transaction(async (transaction) => {
      await keepMoves(transaction, chain, 0, [whole])
      throw new Error('ended')
    })
    await expect(ended).rejects.toThrow('ended')
    expect(await expectSums()).toEqual(before)
  })

  it('error: are right after the process that reads the chain was killed again and again', async () => {
    await clear()
    const caip2 = 'eip155:7342'
    const node = await startNode(600)
    const nextBlock = async () => {
      const found = await rows<{ next: number }>(
        db.query,
        sql`select next_block::int as next from history.progress where chain = ${caip2}`,
      )
      return found[0]?.next ?? 0
    }
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const settings = { caip2, name: 'Killed', rpc: [node.url], nativeCurrency, tokens: [], history: true }
    let server: ServerProcess | undefined
    try {
      for (const reached of [1, 300, 601]) {
        server = await startProcess({
          DATABASE_URL: postgres?.url ?? '',
          PORT: '0',
          LATCHKEY_CHAINS: JSON.stringify([settings]),
          LATCHKEY_ROLES: 'data',
        })
        await expect.poll(nextBlock, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(reached)
        await server.stop('SIGKILL')
        await expectSums()
      }
      const held = await createCollectibleTables(db.query).page(caip2, account, undefined, 10)
      expect(held.map(({ tokenId, amount }) => [tokenId, amount])).toEqual([
        ['0', '150'],
        ['1', '150'],
        ['2', '150'],
        ['3', '150'],
      ])
    } finally {
      await server?.stop('SIGKILL')
      await node.stop()
    }
  }, 120_000)
})

/** A node of a chain so high, of whose blocks each but the first mints one of four items to the account. */
function startNode(height: number): Promise<ScriptedNode> {
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const hashOf = (number: number) => `0x${word(number + 1)}`
  const numberOf = (tag: unknown) => (tag === 'latest' ? height : Number(tag))
  const transaction = `0x${'7'.repeat(64)}`
  return startScriptedNode({
    rpc: {
      eth_chainId: () => ({ result: '0x1cae' }),
      eth_blockNumber: () => ({ result: `0x${height.toString(16)}` }),
      eth_getBlockByNumber: ([tag]) => {
        const number = numberOf(tag)
        if (number > height) return { result: null }
        const sent = {
          hash: transaction,
          from: `0x${'d'.repeat(40)}`,
          to: contract,
          nonce: '0x0',
          value: '0x0',
          input: '0x',
          transactionIndex: '0x0',
        }
        return {
          result: {
            number: `0x${number.toString(16)}`,
            hash: hashOf(number),
            parentHash: hashOf(number - 1),
            timestamp: '0x1',
            transactions: number === 0 ? [] : [sent],
          },
        }
      },
      eth_getBlockReceipts: ([tag]) => {
        const number = numberOf(tag)
        const log = {
          address: contract,
          topics: [
            '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
            `0x${'0'.repeat(64)}`,
            `0x${'0'.repeat(64)}`,
            `0x${'0'.repeat(24)}${account.slice(2)}`,
          ],
          data: `0x${word(number % 4)}${word(1)}`,
        }
        const receipt = { transactionHash: transaction, blockHash: hashOf(number), status: '0x1', logs: [log] }
        return { result: number === 0 ? [] : [receipt] }
      },
    },
  })
}
