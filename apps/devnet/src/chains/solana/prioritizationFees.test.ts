import {
  type Address,
  getBase64EncodedWireTransaction,
  type Instruction,
  setTransactionMessageComputeUnitPrice,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshAddress, localSigner, solanaKit } from '../../../test/solanaKit.js'
import type { SolanaChain } from './solanaChain.js'
import { startSolanaChain } from './startSolanaChain.js'

describe('getRecentPrioritizationFees', () => {
  let chain: SolanaChain
  let client: ReturnType<typeof solanaKit>
  beforeAll(async () => {
    // Only the test lets slots pass.
    chain = await startSolanaChain({ slotTime: 3_600_000 })
    chain.skipSlots(500)
    client = solanaKit(chain)
  })
  afterAll(() => chain.stop())

  /** Sends a transfer that pays so much for a unit, in millionths of a lamport. */
  async function pay(index: number, destination: Address, price?: bigint) {
    const sender = await localSigner(index)
    const bid: readonly Instruction[] =
      price === undefined
        ? []
        : setTransactionMessageComputeUnitPrice(price, { version: 0, instructions: [] }).instructions
    const amount = 2_000_000n + (price ?? 0n)
    const wire = await client.build(sender, [
      ...bid,
      getTransferSolInstruction({ source: sender, destination, amount }),
    ])
    await client.rpc.sendTransaction(getBase64EncodedWireTransaction(wire), { encoding: 'base64' }).send()
    return sender.address
  }

  const fees = async (accounts: readonly Address[] = []) => {
    const answer = await client.rpc.getRecentPrioritizationFees(accounts).send()
    return { slots: answer.map(({ slot }) => slot), newest: answer.at(-1)?.prioritizationFee, answer }
  }

  it('behavior: tells of 150 slots what the cheapest place in each cost', async () => {
    const [shared, other] = [await freshAddress(), await freshAddress()]
    const payer = await pay(1, shared, 400n)
    expect((await fees()).newest).toBe(400n)
    await pay(2, shared, 900n)
    const second = await pay(3, other, 700n)
    expect((await fees()).newest).toBe(400n)
    // A write to an account has to outbid the cheapest of those that wrote it.
    expect((await fees([second])).newest).toBe(700n)
    expect((await fees([payer, second])).newest).toBe(700n)
    expect((await fees([shared])).newest).toBe(400n)
    await pay(4, other)
    expect((await fees([other])).newest).toBe(0n)
    expect((await fees([second])).newest).toBe(700n)
    const { slots, answer } = await fees()
    expect(slots).toHaveLength(150)
    expect(new Set(slots.map((slot, index) => slot - BigInt(index))).size).toBe(1)
    expect(answer.filter(({ prioritizationFee }) => prioritizationFee > 0n)).toEqual([])
  })

  it('behavior: forgets what was paid 150 slots ago, and a quiet chain costs nothing', async () => {
    chain.skipSlots(1)
    await pay(5, await freshAddress(), 50n)
    chain.skipSlots(149)
    expect((await fees()).answer[0]?.prioritizationFee).toBe(50n)
    chain.skipSlots(1)
    expect((await fees()).answer.every(({ prioritizationFee }) => prioritizationFee === 0n)).toBe(true)
  })

  it('error: what is no address, and more of them than one transaction can lock', async () => {
    const ask = async (params: unknown) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getRecentPrioritizationFees', params })
      return (await fetch(chain.url, { method: 'POST', body })).json()
    }
    const one = await freshAddress()
    expect(await ask([['banana']])).toMatchObject({ error: { code: -32602 } })
    expect(await ask([one])).toMatchObject({ error: { code: -32602 } })
    expect(await ask([Array.from({ length: 129 }, () => one)])).toMatchObject({ error: { code: -32602 } })
    expect(((await ask([])) as { result: unknown[] }).result).toHaveLength(150)
  })
})
