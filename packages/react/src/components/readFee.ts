import { type Chain, type Config, formatAmount } from '@latchkey/core'

/** Reads from the chain what an EVM transaction has cost, in whole coins; null where the node cannot tell. */
export async function readFee(
  config: Config,
  { chain, hash, signal }: { chain: Chain | undefined; hash: string; signal: AbortSignal },
): Promise<string | null> {
  if (!chain || !/^0x[0-9a-fA-F]{64}$/.test(hash)) return null
  const { getClient } = await import('@latchkey/core/contracts')
  const client = getClient(config, { chainId: Number(chain.caipNetworkId.split(':')[1]) as never })
  const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [hash as `0x${string}`] })
  const { gasUsed, effectiveGasPrice } = receipt ?? {}
  if (signal.aborted || gasUsed === undefined || effectiveGasPrice === undefined) return null
  return formatAmount(BigInt(gasUsed) * BigInt(effectiveGasPrice), chain.nativeCurrency.decimals)
}
