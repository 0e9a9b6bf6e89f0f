import { useLatchkey } from '../../../context.js'
import { useSharedElement } from '../../../hooks/useSharedElement.js'
import { useWalletStrings } from '../../../hooks/useWalletStrings.js'
import { Button } from '../../../primitives/Button.js'
import { Notice } from '../../../primitives/Notice.js'
import { Picture } from '../../../primitives/Picture.js'
import type { Routes } from '../../routes.js'

/** The chosen network belongs to a chain family that no wallet is connected for yet: leads to one. */
export function SwitchActiveChain({ data }: { data: Routes['SwitchActiveChain'] }) {
  const { modal } = useLatchkey()
  const strings = useWalletStrings()
  const { network: chain, switchToChain, navigateTo } = data
  const { picture } = useSharedElement(chain.caipNetworkId)
  const family = strings.families[switchToChain]
  return (
    <div className="lk-view">
      <Notice
        picture={<Picture box={picture} src={chain.iconUrl} name={chain.name} size={64} />}
        title={strings.viewConnectFamily(family)}
        actions={
          <Button
            onClick={() =>
              modal.replace({
                view: navigateTo,
                data: { namespace: switchToChain, chainId: chain.caipNetworkId },
              })
            }
          >
            {strings.switchActiveChainAction}
          </Button>
        }
      >
        {strings.switchActiveChainText(chain.name)}
      </Notice>
    </div>
  )
}
