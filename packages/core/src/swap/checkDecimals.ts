import { type ChainId, parseAccountId } from '@latchkey/protocol/caip'
import type { SwapTokenInfo } from '@latchkey/protocol/swapApi'
import type { Config } from '../createConfig.js'
import { requireChain } from '../requireChain.js'
import { nodesBesideApi } from './nodesBesideApi.js'
import { unsafe } from './swapCalls.js'
import { isNative } from './swapNetworks.js'

/** How long a node may take before the next one is asked, in milliseconds: somebody has pressed the button. */
const patience = 2_000
const decimalsCall = '0x313ce567'

/**
 * Holds the decimals of a token, by which its amounts were typed and read, against what the app lists, else against what its contract
 * says to a node that is not the data API's. Where no such node answers, there is nothing to hold them against.
 *
 * @throws SWAP_UNSAFE when they are others.
 */
export async function checkDecimals(
  config: Config,
  { address: id, decimals, symbol }: Pick<SwapTokenInfo, 'address' | 'decimals' | 'symbol'>,
): Promise<void> {
  const { chainId, address } = parseAccountId(id)
  const chain = requireChain(config, chainId as never)
  const listed = chain.tokens?.find((token) => token.address.toLowerCase() === address.toLowerCase())
  const real = isNative(id)
    ? chain.nativeCurrency.decimals
    : (listed?.decimals ?? (await readDecimals(config, chainId, address)))
  if (real !== undefined && real !== decimals) throw unsafe(`${symbol} has ${real} decimals, not ${decimals}.`)
}

async function readDecimals(config: Config, chainId: ChainId, to: string): Promise<number | undefined> {
  for (const ask of nodesBesideApi(config, chainId)) {
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience))
    const answer = await Promise.race([ask({ to, data: decimalsCall }).catch(() => undefined), late])
    if (typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer)) return Number(BigInt(answer))
  }
  return undefined
}
