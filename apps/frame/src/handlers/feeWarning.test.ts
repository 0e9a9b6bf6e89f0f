import { describe, expect, it } from 'vitest'
import { account, other, useRpcWorld } from '../../test/useRpcWorld.js'

const { rpc, open, screens } = useRpcWorld()
const steep = 'The fee is more than five times what is usual now.'

/** What is warned of when a little is sent. */
async function warnings(options: Parameters<typeof open>[0] = {}): Promise<readonly string[]> {
  const { request } = open(options)
  const hash = await request('eth_sendTransaction', [{ from: account, to: other, value: '0x2386f26fc10000' }])
  // It is mined after the answer, and would take the base fee that is set for the next block.
  await expect.poll(() => rpc('eth_getTransactionReceipt', [hash])).not.toBeNull()
  const asked = screens().asked.at(-1)
  if (asked?.kind !== 'approve') throw new Error('Nothing was asked')
  return asked.approval.warnings
}

/** Mines, and waits for the node's fee history, which it writes only after the block. */
async function mine(blocks: number): Promise<void> {
  await rpc('anvil_mine', [`0x${blocks.toString(16)}`])
  const { baseFeePerGas } = (await rpc('eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas: string }
  const known = async () => {
    const history = (await rpc('eth_feeHistory', ['0x14', 'latest', []])) as { baseFeePerGas: string[] }
    // The last one is of the block to come.
    return history.baseFeePerGas.length === 21 && history.baseFeePerGas.at(-2)
  }
  await expect.poll(known).toBe(baseFeePerGas)
}

/** A node that asks for this tip, whatever others pay. */
function asking(tip: bigint) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    if (!String(init.body).includes('eth_maxPriorityFeePerGas')) return fetch(url, init)
    const { id } = JSON.parse(String(init.body)) as { id: number }
    return Response.json({ jsonrpc: '2.0', id, result: `0x${tip.toString(16)}` })
  }
}

describe('SEC-X-09 the warning of a fee far above the usual', () => {
  it('is not given for a small transfer on an idle chain, whose base fee has fallen to almost nothing', async () => {
    await mine(512)
    const block = (await rpc('eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas: string }
    expect(BigInt(block.baseFeePerGas)).toBeLessThan(1_000n)
    expect(await warnings()).toEqual([])
  })

  it('is given when the base fee has just risen tenfold, and not when it has long been so', async () => {
    await rpc('anvil_setNextBlockBaseFeePerGas', ['0x2540be400'])
    await mine(1)
    expect(await warnings()).toEqual([steep])
    for (let block = 0; block < 20; block++) {
      await rpc('anvil_setNextBlockBaseFeePerGas', ['0x2540be400'])
      await mine(1)
    }
    expect(await warnings()).toEqual([])
    await mine(512)
  })

  it('is given for a node’s tip that nobody pays, and not for one that others pay too', async () => {
    expect(await warnings({ fetch: asking(50n * 10n ** 9n) })).toEqual([steep])
    for (let block = 0; block < 5; block++) {
      await open({ fetch: asking(50n * 10n ** 9n) }).request('eth_sendTransaction', [
        { from: account, to: other, value: '0x1' },
      ])
      await rpc('evm_mine')
    }
    expect(await warnings({ fetch: asking(50n * 10n ** 9n) })).toEqual([])
  })
})
