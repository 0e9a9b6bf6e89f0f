import { type ConnectionInfo, getConnections, type Namespace, namespaces } from '@latchkey/core'
import { useMemo } from 'react'
import { WalletLine } from '../../components/WalletLine.js'
import { useLatchkey } from '../../context.js'
import { useConnectors } from '../../hooks/useConnectors.js'
import { useConfigConnectors, useConfigState } from '../../hooks/useSnapshot.js'
import { useWalletGone } from '../../hooks/useWalletGone.js'
import { Button } from '../../primitives/Button.js'
import { Icon } from '../../primitives/Icon.js'
import { List } from '../../primitives/List.js'
import { Picture } from '../../primitives/Picture.js'
import { Row } from '../../primitives/Row.js'

/** The wallets that are connected, by chain family, and those used lately. */
export function ProfileWallets() {
  const { config, modal, strings } = useLatchkey()
  const state = useConfigState(config)
  const connectors = useConfigConnectors(config)
  const { groups } = useConnectors()
  useWalletGone()
  // A wallet that announces itself late gives its connection a name and a picture.
  const connections = useMemo(
    () => (connectors.length >= 0 ? getConnections(config, state) : []),
    [config, state, connectors],
  )
  const families = namespaces.flatMap((namespace) => {
    const lines = linesOf(connections, namespace)
    return lines.length > 0 ? [{ namespace, lines }] : []
  })
  const isConnected = (id: string) => connections.some(({ connectorId }) => connectorId === id)
  const recent = groups
    .filter(({ type }) => type === 'recent')
    .flatMap((group) => group.connectors.filter(({ id }) => !isConnected(id)))

  return (
    <div className="lk-view">
      {families.map(({ namespace, lines }) => (
        <List
          key={namespace}
          label={families.length > 1 ? strings.families[namespace] : strings.walletsConnected}
          hideLabel={families.length === 1 && recent.length === 0}
        >
          {lines.map(({ connection, address }) => (
            <WalletLine key={connection.connectorId} connection={connection} address={address} />
          ))}
        </List>
      ))}
      {recent.length > 0 && (
        <List label={strings.walletsRecent}>
          {recent.map((connector) => (
            <Row
              key={connector.id}
              picture={<Picture src={connector.icon} name={connector.name} shape="square" />}
              title={connector.name}
              end={<Icon name="forward" />}
              onClick={() => modal.push({ view: 'ConnectingExternal', data: { connectorId: connector.id } })}
            />
          ))}
        </List>
      )}
      {config.features.multiWallet && (
        <Button kind="secondary" onClick={() => modal.push({ view: 'Connect' })}>
          {strings.connectAnother}
        </Button>
      )}
    </div>
  )
}

function linesOf(connections: readonly ConnectionInfo[], namespace: Namespace) {
  return connections.flatMap((connection) => {
    const account = connection.accounts.find(({ caipAddress }) => caipAddress.startsWith(`${namespace}:`))
    return account ? [{ connection, address: account.address }] : []
  })
}
