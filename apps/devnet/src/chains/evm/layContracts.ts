import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { multicall3Address } from './contractAddresses.js'
import { deployContracts } from './deployContracts.js'
import { nodeCall } from './nodeCall.js'

/**
 * Puts the contracts on a chain. With LATCHKEY_KEPT_CHAINS, the folder of what they came to before, a new chain starts from there:
 * the tests start dozens of them, and deploying takes a hundred times as long as reading.
 */
export async function layContracts(url: string, chainId: number): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: a run of tests names it from outside
  const folder = process.env.LATCHKEY_KEPT_CHAINS
  if (!folder || !(await isNew(url))) return deployContracts(url)
  const file = join(folder, `${chainId}.state`)
  const kept = read(file)
  if (kept !== undefined) {
    await nodeCall(url, 'anvil_loadState', [kept])
    return
  }
  await deployContracts(url)
  keep(file, String(await nodeCall(url, 'anvil_dumpState')))
}

async function isNew(url: string): Promise<boolean> {
  return (await nodeCall(url, 'eth_getCode', [multicall3Address, 'latest'])) === '0x'
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Another process may write the same file at this moment, so that it gets its name when it is whole. */
function keep(file: string, state: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, state)
  renameSync(draft, file)
}
