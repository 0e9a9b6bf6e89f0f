import { ProviderError } from '../providerError.js'
import type { WalletChain } from '../walletChain.js'
import { walletNode } from '../walletNode.js'
import type { WalletContext } from './walletContext.js'

/** `wallet_switchEthereumChain`. @see https://eips.ethereum.org/EIPS/eip-3326 */
export async function switchChain(context: WalletContext, params: readonly unknown[]): Promise<null> {
  const chainId = readChainId(params[0])
  if (chainId === context.chain().chainId) return null
  const to = known(context).find((chain) => chain.chainId === chainId)
  if (!to) throw new ProviderError(4902, `Unrecognized chain 0x${chainId.toString(16)}. Add it first.`)
  await context.confirm({ kind: 'switchChain', to })
  if (!context.switches().wrongChain) context.moveTo(chainId)
  return null
}

/** `wallet_addEthereumChain`: adds a network whose node says the same chain id, and goes there. @see https://eips.ethereum.org/EIPS/eip-3085 */
export async function addChain(context: WalletContext, params: readonly unknown[]): Promise<null> {
  const chainId = readChainId(params[0])
  const { chainName, rpcUrls, nativeCurrency } = params[0] as { [key: string]: unknown }
  const existing = known(context).find((chain) => chain.chainId === chainId)
  if (existing) return switchChain(context, params)
  const url = Array.isArray(rpcUrls) ? rpcUrls.find(isWebAddress) : undefined
  if (url === undefined) throw new ProviderError(-32602, '`rpcUrls` holds no http(s) address.')
  if (typeof chainName !== 'string' || chainName === '') throw new ProviderError(-32602, '`chainName` is missing.')
  const { decimals } = (nativeCurrency ?? {}) as { decimals?: unknown }
  if (decimals !== 18) throw new ProviderError(-32602, '`nativeCurrency.decimals` must be 18.')
  const said = Number(await walletNode(url, 'eth_chainId'))
  if (said !== chainId) throw new ProviderError(-32602, `The node at ${url} is of chain ${said}, not ${chainId}.`)
  const to: WalletChain = { chainId, url, name: chainName.slice(0, 60) }
  await context.confirm({ kind: 'addChain', to })
  context.add(to)
  if (!context.switches().wrongChain) context.moveTo(chainId)
  return null
}

function known(context: WalletContext): readonly WalletChain[] {
  if (!context.switches().unknownChain) return context.chains()
  const { added, chainId } = context.memory()
  const ids = new Set([chainId, ...added.map((chain) => chain.chainId)])
  return context.chains().filter((chain) => ids.has(chain.chainId))
}

function readChainId(given: unknown): number {
  const { chainId } = (given ?? {}) as { chainId?: unknown }
  if (typeof chainId !== 'string' || !/^0x[1-9a-f][0-9a-f]{0,12}$/i.test(chainId)) {
    throw new ProviderError(-32602, '`chainId` is not a hexadecimal chain id.')
  }
  return Number(chainId)
}

function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
}
