import type { Network } from '@latchkey/core'
import { useLatchkey } from '../context.js'
import { useNetwork } from '../hooks/useNetwork.js'
import { Icon } from '../primitives/Icon.js'
import { Picture } from '../primitives/Picture.js'
import { Row } from '../primitives/Row.js'

/** A network to choose: marked when it is the active one, closed when the wallet did not approve it. */
export function NetworkRow({ network, onChoose }: { network: Network; onChoose: (network: Network) => void }) {
  const { strings } = useLatchkey()
  const { chainId, approvedCaipNetworkIds } = useNetwork({ namespace: network.chainNamespace })
  const { namespace } = useNetwork()
  const current = chainId === network.caipNetworkId && namespace === network.chainNamespace
  const refused = approvedCaipNetworkIds !== undefined && !approvedCaipNetworkIds.includes(network.caipNetworkId)
  return (
    <Row
      picture={<Picture src={network.iconUrl} name={network.name} />}
      title={network.name}
      badge={network.testnet && <span className="lk-badge">{strings.testBadge}</span>}
      detail={refused ? strings.noRpc : undefined}
      end={current ? <Icon name="check" /> : undefined}
      current={current}
      disabled={refused}
      onClick={() => onChoose(network)}
    />
  )
}
