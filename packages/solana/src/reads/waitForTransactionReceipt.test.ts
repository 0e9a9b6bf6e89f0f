import { startFaultyNode } from '@latchkey/devnet'
import { solana } from '@latchkey/solana'
import { base58 } from '@scure/base'
import { describe, expect, it, onTestFinished } from 'vitest'
import { solanaWorld } from '../../test/solanaWorld.js'
import { transferSol } from '../sending/instructions.js'
import { compile, getLifetime } from '../sending/message.js'

const world = solanaWorld()
const unknown = base58.encode(new Uint8Array(64).fill(3))
const adapter = solana()

async function send(amount: bigint, skipPreflight = false) {
  const sender = await world.stranger({ isFunded: true })
  const { address: to } = await world.stranger()
  const lifetime = await getLifetime({ confirmed: new Set() }, world.context())
  const { wire } = compile(sender.address, [transferSol(sender.address, to, amount)], lifetime)
  return solana({ skipPreflight }).sendTransaction(sender.provider, {
    address: sender.address,
    chainId: world.chain.chainId,
    transaction: { bytes: wire },
    context: world.context(),
  })
}

describe('waitForTransaction', () => {
  it('behavior: a transaction that a block holds is confirmed, with its slot', async () => {
    const hash = await send(2_000_000n)
    const { status, blockNumber } = await adapter.waitForTransactionReceipt(world.context(), { hash })
    expect(status).toBe('confirmed')
    expect(blockNumber).toBeGreaterThan(0n)
    expect(await adapter.waitForTransactionReceipt(world.context(), { hash })).toEqual({ status, blockNumber })
  })

  it('behavior: one that failed in its block has failed', async () => {
    const hash = await send(10n ** 18n, true)
    expect(await adapter.waitForTransactionReceipt(world.context(), { hash })).toMatchObject({ status: 'failed' })
  })

  it('behavior: one that no block held until its blockhash was forgotten has failed', async () => {
    const waiting = adapter.waitForTransactionReceipt(world.context(), { hash: unknown })
    let isOver = false
    const over = waiting.finally(() => {
      isOver = true
    })
    while (!isOver) {
      world.chain.skipSlots(50)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(await over).toMatchObject({ status: 'failed' })
  })

  it('behavior: a node that is away for a while is asked again', async () => {
    const node = await startFaultyNode({ target: world.chain.url, mode: { status: 503 } })
    onTestFinished(() => node.stop())
    const hash = await send(2_000_000n)
    const waiting = adapter.waitForTransactionReceipt(world.context([node.url]), { hash })
    await node.set('ok')
    expect(await waiting).toMatchObject({ status: 'confirmed' })
  })

  it('error: rejects at once on abort, before and in the middle', async () => {
    const ending = new AbortController()
    const waiting = adapter.waitForTransactionReceipt(world.context(), { hash: unknown, signal: ending.signal })
    ending.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
    await expect(
      adapter.waitForTransactionReceipt(world.context(), { hash: unknown, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it.each(['', '0x12', unknown.slice(1), `${unknown}11`, 'l'.repeat(88)])('error: %j is no signature', async (hash) => {
    await expect(adapter.waitForTransactionReceipt(world.context(), { hash })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
  })

  it('error: a network without a node', async () => {
    await expect(adapter.waitForTransactionReceipt(world.context([]), { hash: unknown })).rejects.toMatchObject({
      code: 'NO_RPC_URL',
    })
  })
})
