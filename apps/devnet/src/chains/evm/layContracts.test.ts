import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deployments } from './initCode.js'
import type { EvmChains } from './localChain.js'
import { nodeCall } from './nodeCall.js'
import { startEvmChains } from './startEvmChains.js'

const running: EvmChains[] = []
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-kept-'))
  vi.stubEnv('LATCHKEY_KEPT_CHAINS', folder)
})
afterEach(async () => {
  for (const chains of running.splice(0)) await chains.stop()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** The head of a chain, which names its whole state, the blocks before it, and what stands where. */
async function startAndRead() {
  const local = await startEvmChains()
  running.push(local)
  return Promise.all(
    local.chains.map(async ({ url }) => ({
      head: await nodeCall(url, 'eth_getBlockByNumber', ['latest', true]),
      first: await nodeCall(url, 'eth_getBlockByNumber', ['0x1', true]),
      logs: await nodeCall(url, 'eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest' }]),
      code: await Promise.all(deployments().map(({ address }) => nodeCall(url, 'eth_getCode', [address, 'latest']))),
    })),
  )
}

it('behavior: chains that start from what was kept are those that were deployed, and have their own next block', async () => {
  const deployed = await startAndRead()
  expect(readdirSync(folder).sort()).toEqual(['31337.state', '31338.state'])
  expect(deployed[0]?.code.every((code) => code !== '0x')).toBe(true)
  expect(await startAndRead()).toEqual(deployed)
  const [before, after] = running.map(({ chains }) => chains[0].url)
  await nodeCall(after ?? '', 'evm_mine')
  expect(Number(await nodeCall(after ?? '', 'eth_blockNumber'))).toBe(
    Number(await nodeCall(before ?? '', 'eth_blockNumber')) + 1,
  )
  const { timestamp } = (await nodeCall(after ?? '', 'eth_getBlockByNumber', ['latest', false])) as {
    timestamp: string
  }
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(30)
})
