import { useLatchkey } from '../../context.js'
import { useWalletStrings } from '../../hooks/useWalletStrings.js'
import { Button } from '../../primitives/Button.js'
import { Notice } from '../../primitives/Notice.js'
import { Picture } from '../../primitives/Picture.js'
import type { Routes } from '../routes.js'

/** The chosen network belongs to a chain family that no wallet is connected for yet: leads to one. */
export function SwitchActiveChain({ data }: { data: Routes['SwitchActiveChain'] }) {
  const { modal } = useLatchkey()
  const strings = useWalletStrings()
  const { network, switchToChain, navigateTo } = data
  const family = strings.families[switchToChain]
  return (
    <div className="lk-view">
      <Notice
        picture={<Picture src={network.iconUrl} name={network.name} size={64} />}
        title={strings.switchActiveChainTitle(family)}
        actions={
          <Button
            onClick={() =>
              modal.replace({
                view: navigateTo,
                data: { namespace: switchToChain, chainId: network.caipNetworkId },
              })
            }
          >
            {strings.switchActiveChainAction}
          </Button>
        }
      >
        {strings.switchActiveChainText(network.name)}
      </Notice>
    </div>
  )
}
