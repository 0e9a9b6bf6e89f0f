import { parseAccountId, type TokenBalance, type WalletFeature } from '@latchkey/core'
import { isToken } from '@latchkey/core/swap'
import { useLatchkey } from '../context.js'
import { useOnrampOptions } from '../hooks/useOnrampOptions.js'
import { useRemoteFeatures } from '../hooks/useRemoteFeatures.js'
import { useSendFlow } from '../hooks/useSendFlow.js'
import { useSwapFlow } from '../hooks/useSwapFlow.js'
import { useSwapTokens } from '../hooks/useSwapTokens.js'
import type { FeatureAction } from './WalletFeatures.js'

/** The actions for one token: send, and swap or buy where it is listed; each view opens with the token filled in. */
export function useTokenActions(token: TokenBalance): { readonly [feature in WalletFeature]?: FeatureAction } {
  const { config } = useLatchkey()
  const { data: remote } = useRemoteFeatures()
  const send = useSendFlow()
  const swap = useSwapFlow()
  const isEvm = token.chainId.startsWith('eip155:')
  const canSwap = config.api !== undefined && isEvm && (remote?.swaps.length ?? 0) > 0
  const canBuy = config.api !== undefined && (remote?.onramp.length ?? 0) > 0
  const listed = useSwapTokens(canSwap ? token.chainId : undefined)
  const sold = useOnrampOptions({ query: { enabled: canBuy } })
  const swapped = listed.tokens.find(({ address }) => isToken(token, address))
  const own = token.address && parseAccountId(token.address).address.toLowerCase()
  const bought = sold.data?.purchaseCurrencies.find(({ networks }) =>
    networks.some(
      ({ chain_id: chainId, contract_address: contract }) =>
        chainId === token.chainId && contract.toLowerCase() === (own ?? ''),
    ),
  )
  return {
    send: {
      isOffered: true,
      prepare() {
        send.reset()
        send.edit({ token, amountText: '' })
      },
    },
    swaps: {
      isOffered: listed.isPending ? undefined : swapped !== undefined,
      prepare() {
        swap.begin()
        if (swapped) swap.chooseFrom(swapped)
      },
    },
    onramp: {
      isOffered: sold.isPending ? undefined : bought !== undefined,
      ...(bought ? { route: { view: 'OnRampProviders', data: { symbol: bought.symbol } } } : {}),
    },
  }
}
