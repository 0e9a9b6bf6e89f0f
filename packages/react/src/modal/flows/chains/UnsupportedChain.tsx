import { type Chain, chainRoute } from '@latchkey/core'
import { isSwapChain } from '@latchkey/core/swap'
import { ChainRow } from '../../../components/ChainRow.js'
import { useLatchkey } from '../../../context.js'
import { useChain } from '../../../hooks/useChain.js'
import { useDisconnect } from '../../../hooks/useDisconnect.js'
import { useSwapsFilled } from '../../../hooks/useSwapsFilled.js'
import { useWalletStrings } from '../../../hooks/useWalletStrings.js'
import { Button } from '../../../primitives/Button.js'
import { List } from '../../../primitives/List.js'

/** The wallet is on a chain that the app does not list: choose one that it lists, or disconnect. */
export function UnsupportedChain({ data }: { data: { for: 'swaps' } | undefined }) {
  const { config, modal, toasts } = useLatchkey()
  const strings = useWalletStrings()
  const { requestedCaipNetworks } = useChain()
  const { mutateAsync: disconnect, isPending } = useDisconnect()
  const isFilled = useSwapsFilled()
  const offered = data
    ? requestedCaipNetworks.filter(({ caipNetworkId: id }) => isSwapChain(config, id) && isFilled(id))
    : requestedCaipNetworks
  const choose = (chain: Chain) => {
    const route = chainRoute(config, { chain })
    if (route) modal.push(route)
  }
  const leave = async () => {
    try {
      await disconnect(undefined)
      modal.close()
    } catch (error) {
      toasts.show((error as Error).message, 'error')
    }
  }
  return (
    <div className="lk-view">
      <p className="lk-lead">{data ? strings.unsupportedSwaps : strings.unsupportedText}</p>
      <List label={strings.viewNetworks} hideLabel compact>
        {offered.map((chain) => (
          <ChainRow key={chain.caipNetworkId} chain={chain} onChoose={choose} />
        ))}
      </List>
      <Button kind="secondary" busy={isPending} onClick={leave}>
        {strings.disconnect}
      </Button>
    </div>
  )
}
