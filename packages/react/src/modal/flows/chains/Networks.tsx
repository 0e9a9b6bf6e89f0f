import { type Chain, chainRoute } from '@latchkey/core'
import { ChainRow } from '../../../components/ChainRow.js'
import { useLatchkey } from '../../../context.js'
import { useChain } from '../../../hooks/useChain.js'
import { List } from '../../../primitives/List.js'

/** Choose a network, by chain family where there are several; what that leads to is the flow's decision. */
export function Networks() {
  const { config, modal, strings } = useLatchkey()
  const { chains } = useChain()
  const choose = (chain: Chain) => {
    const route = chainRoute(config, { chain })
    if (route) modal.push(route)
  }
  const families = [...new Set(chains.map(({ chainNamespace }) => chainNamespace))]
  const isOne = families.length === 1
  return (
    <div className="lk-view">
      {families.map((family) => (
        <List key={family} label={isOne ? strings.viewNetworks : strings.families[family]} hideLabel={isOne}>
          {chains
            .filter(({ chainNamespace }) => chainNamespace === family)
            .map((chain) => (
              <ChainRow key={chain.caipNetworkId} chain={chain} onChoose={choose} />
            ))}
        </List>
      ))}
    </div>
  )
}
