import { type Network, networkRoute } from '@latchkey/core'
import { NetworkRow } from '../../components/NetworkRow.js'
import { useLatchkey } from '../../context.js'
import { useNetwork } from '../../hooks/useNetwork.js'
import { List } from '../../primitives/List.js'

/** Choose a network, by chain family where there are several; what that leads to is the flow's decision. */
export function Networks() {
  const { config, modal, strings } = useLatchkey()
  const { networks } = useNetwork()
  const choose = (network: Network) => {
    const route = networkRoute(config, { network })
    if (route) modal.push(route)
  }
  const families = [...new Set(networks.map(({ chainNamespace }) => chainNamespace))]
  const isOne = families.length === 1
  return (
    <div className="lk-view">
      {families.map((family) => (
        <List key={family} label={isOne ? strings.viewNetworks : strings.families[family]} hideLabel={isOne}>
          {networks
            .filter(({ chainNamespace }) => chainNamespace === family)
            .map((network) => (
              <NetworkRow key={network.caipNetworkId} network={network} onChoose={choose} />
            ))}
        </List>
      ))}
    </div>
  )
}
