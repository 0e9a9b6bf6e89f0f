import type { ChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { PaymentCurrency } from '@latchkey/protocol/onrampApi'
import type { ApiErrorCode } from '../config/errorTypes.js'
import { requireAccount } from '../connection/current.js'
import type { Config } from '../createConfig.js'

/** The parameters of `startPurchase`. */
export type StartPurchaseParameters = {
  /** The seller. */
  readonly provider: string
  /** The symbol of what is bought, on the network of the connected account. */
  readonly symbol: string
  readonly currency: PaymentCurrency
  /** The amount paid, fees included: a decimal number of the currency. */
  readonly payment: string
  readonly signal?: AbortSignal
}

/** The return type of `startPurchase`: the page on which it is paid, and the name by which `getPurchase` follows it. */
export type StartPurchaseReturnType = { readonly url: string; readonly purchaseId: string | undefined }

/** The error type of `startPurchase`. */
export type StartPurchaseErrorType = LatchkeyError<ApiErrorCode | 'NOT_CONNECTED' | 'CHAIN_NOT_FOUND'>

/**
 * Starts a purchase for the connected account on its network. Nothing is paid until the visitor pays on the page at `url`.
 *
 * @param config - The config.
 * @param parameters - See {@link StartPurchaseParameters}.
 * @returns The page to open: over https, or on this machine, with the account's address in its URL.
 * @throws NOT_CONNECTED; CHAIN_NOT_FOUND; API_UNREACHABLE; API_REFUSED; API_BAD_ANSWER, also for a page that may not be opened; ABORTED.
 *
 * @example
 * import { startPurchase } from '@latchkey/core'
 * const { url } = await startPurchase(config, { provider: 'coinbase', symbol: 'USDC', currency: 'EUR', payment: '50' })
 * window.open(url, '_blank', 'noopener,width=600,height=800')
 */
export async function startPurchase(
  config: Config,
  parameters: StartPurchaseParameters,
): Promise<StartPurchaseReturnType> {
  const { provider, symbol, currency, payment, signal } = parameters
  const { address, chain } = requireAccount(config)
  if (!chain) throw new LatchkeyError('CHAIN_NOT_FOUND', 'The wallet is on a network that this app does not have.')
  const { api } = config
  if (!api) throw new LatchkeyError('API_UNREACHABLE', 'Buying needs a data API: createConfig({ api: { url } }).')
  const { coinbasePayChains, onrampChains, onrampUrl } = await import('@latchkey/protocol/onrampApi')
  const chainId: ChainId = chain.caipNetworkId
  const name = Object.entries(onrampChains).find(([, id]) => id === chainId)?.[0]
  const blockchains = chainId.startsWith('eip155:') && name !== undefined ? [...coinbasePayChains] : [name ?? chainId]
  const answer = await api.request({
    path: 'v1/generators/onrampurl',
    body: {
      destinationWallets: [{ address, blockchains, assets: [symbol] }],
      defaultNetwork: name ?? chainId,
      ...{ partnerUserId: address, defaultExperience: 'buy', presetFiatAmount: payment },
      ...{ purchaseCurrency: symbol, paymentCurrency: currency, provider },
    },
    parse: (value) => onrampUrl.parse(value),
    signal,
  })
  if (!mayOpen(answer.url, address))
    throw new LatchkeyError('API_BAD_ANSWER', 'The data API returned an unexpected page.')
  return { url: answer.url, purchaseId: answer.purchaseId }
}

/** A page that may be opened: over https, or on this machine, and for this account. */
function mayOpen(text: string, address: string): boolean {
  const { protocol, hostname } = new URL(text)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && text.includes(address)
}
