import { useLatchkey } from '../../../context.js'
import { useConnectors } from '../../../hooks/useConnectors.js'
import { useConfigChains } from '../../../hooks/useSnapshot.js'
import { useWalletStrings } from '../../../hooks/useWalletStrings.js'
import { Button } from '../../../primitives/Button.js'
import { Icon } from '../../../primitives/Icon.js'
import { List } from '../../../primitives/List.js'
import { Picture } from '../../../primitives/Picture.js'
import { Row } from '../../../primitives/Row.js'
import type { Routes } from '../../routes.js'

/** Choose with which of its chain families a wallet of several is connected. */
export function ConnectingMultiChain({ data: { connectorId } }: { data: Routes['ConnectingMultiChain'] }) {
  const { config, modal } = useLatchkey()
  const strings = useWalletStrings()
  const connector = useConnectors().connectors.find(({ id }) => id === connectorId)
  const chains = useConfigChains(config)
  const { active } = config.state
  const activeFirst = (one: string, other: string) => Number(other === active) - Number(one === active)
  const families = (connector?.namespaces ?? []).toSorted(activeFirst).flatMap((namespace) => {
    const chain = chains.find(({ chainNamespace }) => chainNamespace === namespace)
    return chain ? [{ namespace, chain }] : []
  })
  const choose = (chainId: (typeof chains)[number]['caipNetworkId']) =>
    modal.push({
      view: 'ConnectingExternal',
      data: { connectorId, chainId, asked: modal.requestConnection(connectorId, chainId) },
    })
  return (
    <div className="lk-view">
      <p className="lk-lead" dir="auto">
        {strings.chooseFamilyText}
      </p>
      <List label={strings.chooseFamily(connector?.name ?? connectorId)}>
        {families.map(({ namespace, chain }) => (
          <Row
            key={namespace}
            picture={<Picture src={chain.iconUrl} name={strings.families[namespace]} />}
            title={strings.families[namespace]}
            end={<Icon name="forward" />}
            onClick={() => choose(chain.caipNetworkId)}
          />
        ))}
      </List>
      {families.length === 0 && <Button onClick={modal.back}>{strings.otherWallet}</Button>}
    </div>
  )
}
