import { readMethods, writeMethods } from '@latchkey/protocol/rpc'
import { ProviderError } from '../providerError.js'
import { walletNode } from '../walletNode.js'
import { addChain, switchChain } from './walletChains.js'
import type { WalletContext } from './walletContext.js'
import { personalSign, signTypedData } from './walletSigning.js'
import { walletTransaction } from './walletTransaction.js'

type Method = (context: WalletContext, params: readonly unknown[]) => unknown

const own: { readonly [method: string]: Method } = {
  eth_accounts: (context) => context.visible(),
  eth_requestAccounts: async (context) => {
    if (!context.memory().permitted) await askToConnect(context)
    return context.visible()
  },
  wallet_requestPermissions: async (context, params) => {
    const wanted = params[0]
    if (typeof wanted !== 'object' || wanted === null || !('eth_accounts' in wanted)) {
      throw new ProviderError(-32602, 'Only the permission `eth_accounts` can be asked for.')
    }
    await askToConnect(context)
    return permissions(context)
  },
  wallet_getPermissions: (context) => permissions(context),
  wallet_revokePermissions: (context) => {
    context.permit(false)
    return null
  },
  eth_chainId: (context) => `0x${context.chain().chainId.toString(16)}`,
  net_version: (context) => String(context.chain().chainId),
  personal_sign: personalSign,
  eth_signTypedData_v4: signTypedData,
  eth_sendTransaction: walletTransaction,
  wallet_switchEthereumChain: switchChain,
  wallet_addEthereumChain: addChain,
  wallet_watchAsset: async (context, params) => {
    const { type, options } = (params[0] ?? {}) as { type?: unknown; options?: { [key: string]: unknown } }
    const { address, symbol, decimals } = options ?? {}
    if (type !== 'ERC20' || typeof address !== 'string' || typeof symbol !== 'string') {
      throw new ProviderError(-32602, 'Only ERC20 tokens with `address` and `symbol` can be watched.')
    }
    await context.confirm({ kind: 'watchAsset', asset: { address, symbol, decimals: Number(decimals ?? 18) } })
    return true
  },
}

const forwarded = new Set<string>([...readMethods, ...writeMethods])

/** Answers one request as a wallet that obeys the standards. */
export async function walletMethods(context: WalletContext, method: string, params: unknown): Promise<unknown> {
  const list = Array.isArray(params) ? params : params === undefined ? [] : [params]
  const handler = Object.hasOwn(own, method) ? own[method] : undefined
  if (handler) return handler(context, list)
  if (forwarded.has(method)) return walletNode(context.chain().url, method, list)
  // What eth_sign signs cannot be shown to anybody, so no wallet should offer it.
  throw new ProviderError(4200, `The wallet does not support the method ${method.slice(0, 60)}.`)
}

async function askToConnect(context: WalletContext): Promise<void> {
  await context.confirm({ kind: 'connect', accounts: context.keys.map(({ address }) => address) })
  context.permit(true)
}

function permissions(context: WalletContext): unknown {
  if (!context.memory().permitted) return []
  const caveats = [{ type: 'restrictReturnedAccounts', value: context.visible() }]
  return [{ parentCapability: 'eth_accounts', invoker: context.origin, caveats }]
}
