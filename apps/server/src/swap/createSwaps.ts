import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Env } from '../env.js'
import type { Chain } from '../platform/chains/chain.js'
import type { Nodes } from '../platform/upstream/nodes.js'
import { createChainSide } from './createChainSide.js'
import type { Reads } from './createReads.js'
import { createReads } from './createReads.js'
import { createTokenList } from './createTokenList.js'
import { createPoolFilling } from './pools/createPoolFilling.js'
import type { SwapSetting } from './readSwaps.js'
import { createOneInch, oneInchRouter } from './services/createOneInch.js'
import { createSwapService } from './services/createSwapService.js'
import { createZeroX, zeroXSpender } from './services/createZeroX.js'
import type { SwapFilling, SwapPort } from './swapPort.js'

/** The settings that swaps are made of. */
type SwapEnv = Pick<Env, 'LATCHKEY_ONEINCH_URL' | 'LATCHKEY_ONEINCH_KEY' | 'LATCHKEY_ZEROX_URL' | 'LATCHKEY_ZEROX_KEY'>

/** Swaps by chain; a chain that is not in it has none. */
export type Swaps = ReadonlyMap<Chain, SwapPort>

/**
 * Creates the swaps that the settings name.
 *
 * @param options - The settings, who fills swaps on which chain, the nodes, the clock, and how services are called.
 * @returns The swaps.
 * @throws LatchkeyError INVALID_CONFIG when the key of a service is missing.
 */
export function createSwaps(options: {
  env: SwapEnv
  settings: ReadonlyMap<Chain, SwapSetting>
  nodes: Nodes
  clock: () => Date
  fetch: typeof fetch
}): Swaps {
  const { settings, nodes } = options
  const swaps = new Map<Chain, SwapPort>()
  for (const [chain, setting] of settings) {
    const reads = createReads(nodes, chain)
    const filling = createFilling(chain, setting, { ...options, reads })
    swaps.set(chain, { ...createChainSide({ chain, reads, spender: filling.spender }), ...filling })
  }
  return swaps
}

function createFilling(
  chain: Chain,
  setting: SwapSetting,
  { env, clock, fetch, reads }: { env: SwapEnv; clock: () => Date; fetch: typeof globalThis.fetch; reads: Reads },
): SwapFilling {
  const tokens = createTokenList(chain, reads)
  if (setting.provider === 'pools') return createPoolFilling({ reads, setting, tokens, clock })
  if (setting.provider === '1inch') {
    const key = required('LATCHKEY_ONEINCH_KEY', env.LATCHKEY_ONEINCH_KEY)
    const headers = { authorization: `Bearer ${key}` }
    const service = createSwapService({ name: '1inch', url: env.LATCHKEY_ONEINCH_URL, headers, fetch })
    return createOneInch({ chain, router: setting.router ?? oneInchRouter(chain), service, tokens, clock })
  }
  const headers = { '0x-api-key': required('LATCHKEY_ZEROX_KEY', env.LATCHKEY_ZEROX_KEY), '0x-version': 'v2' }
  const service = createSwapService({ name: '0x', url: env.LATCHKEY_ZEROX_URL, headers, fetch })
  return createZeroX({ chain, reads, spender: setting.spender ?? zeroXSpender, service, tokens })
}

function required(name: string, key: string | undefined): string {
  if (key !== undefined) return key
  throw new LatchkeyError('INVALID_CONFIG', `${name} must be set: LATCHKEY_SWAPS names its service`)
}
