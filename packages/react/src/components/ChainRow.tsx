import type { Chain } from '@latchkey/core'
import { useLatchkey } from '../context.js'
import { useChain } from '../hooks/useChain.js'
import { useSharedElement } from '../hooks/useSharedElement.js'
import { Icon } from '../primitives/Icon.js'
import { Picture } from '../primitives/Picture.js'
import { Row } from '../primitives/Row.js'

/** A network to choose: marked when it is the active one, closed when the wallet did not approve it. */
export function ChainRow({ chain, onChoose }: { chain: Chain; onChoose: (chain: Chain) => void }) {
  const { strings } = useLatchkey()
  const { chainId, approvedCaipNetworkIds } = useChain({ namespace: chain.chainNamespace })
  const { namespace } = useChain()
  const { picture, press, leave } = useSharedElement(chain.caipNetworkId, { isRow: true })
  const current = chainId === chain.caipNetworkId && namespace === chain.chainNamespace
  const refused = approvedCaipNetworkIds !== undefined && !approvedCaipNetworkIds.includes(chain.caipNetworkId)
  return (
    <Row
      picture={<Picture box={picture} src={chain.iconUrl} name={chain.name} />}
      title={chain.name}
      badge={chain.testnet && <span className="lk-badge">{strings.testBadge}</span>}
      detail={refused ? strings.noRpc : undefined}
      end={current ? <Icon name="check" /> : undefined}
      current={current}
      disabled={refused}
      onPress={press}
      onClick={() => {
        leave()
        onChoose(chain)
      }}
    />
  )
}
