import { type Network, networkRoute } from '@latchkey/core'
import { NetworkRow } from '../../components/NetworkRow.js'
import { useLatchkey } from '../../context.js'
import { useNetwork } from '../../hooks/useNetwork.js'
import { List } from '../../primitives/List.js'

/** Choose a network; what that leads to is the flow's decision. */
export function Networks() {
  const { config, modal, strings } = useLatchkey()
  const { networks } = useNetwork()
  const choose = (network: Network) => {
    const route = networkRoute(config, { network })
    if (route) modal.push(route)
  }
  return (
    <div className="lk-view">
      <List label={strings.viewNetworks} hideLabel>
        {networks.map((network) => (
          <NetworkRow key={network.caipNetworkId} network={network} onChoose={choose} />
        ))}
      </List>
    </div>
  )
}
