import { type Connector, type Namespace, namespaces } from '@latchkey/core'
import { useRef } from 'react'
import { DisconnectAll } from '../../../components/DisconnectAll.js'
import { WalletLine } from '../../../components/WalletLine.js'
import { useLatchkey } from '../../../context.js'
import { useAccountStrings } from '../../../hooks/useAccountStrings.js'
import { useConnections } from '../../../hooks/useConnections.js'
import { useConnectors } from '../../../hooks/useConnectors.js'
import { useEmbedded } from '../../../hooks/useEmbedded.js'
import { useConfigChains, useConfigState } from '../../../hooks/useSnapshot.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Button } from '../../../primitives/Button.js'
import { Icon } from '../../../primitives/Icon.js'
import { List } from '../../../primitives/List.js'
import { Picture } from '../../../primitives/Picture.js'
import { Row } from '../../../primitives/Row.js'
import { lazyComponent } from '../../lazyComponent.js'

const ActingApps = lazyComponent(() => import('../../../components/ActingApps.js').then((file) => file.ActingApps))

/** The wallets that are connected, by chain family, those used recently, and the families that have none yet. */
export function ProfileWallets() {
  const { config, modal } = useLatchkey()
  const strings = useAccountStrings()
  const state = useConfigState(config)
  const networks = useConfigChains(config)
  const { groups } = useConnectors()
  const { isActive: isEmbedded } = useEmbedded()
  const view = useRef<HTMLDivElement>(null)
  const leaving = useRef(false)
  useWalletGone(leaving)
  const connections = useConnections()
  const linesOf = (namespace: Namespace) =>
    connections.filter(({ accounts }) => accounts.some(({ caipAddress }) => caipAddress.startsWith(`${namespace}:`)))
  const families = namespaces.filter((namespace) => linesOf(namespace).length > 0)
  const open = namespaces.flatMap((namespace) => {
    const network = networks.find(({ chainNamespace }) => chainNamespace === namespace)
    return network && !families.includes(namespace) ? [network] : []
  })
  const isConnected = ({ id, kind, name }: Connector) =>
    connections.some(({ connectorId, connector }) =>
      kind === 'multiChain' ? connector?.name === name : connectorId === id,
    )
  const recent = groups
    .filter(({ type }) => type === 'recent')
    .flatMap((group) => group.connectors.filter((connector) => !isConnected(connector)))
  const takeFocus = () => view.current?.focus({ preventScroll: true })
  const isOne = families.length + open.length === 1

  return (
    <section className="lk-view" ref={view} tabIndex={-1} aria-label={strings.viewProfileWallets}>
      {families.map((namespace) => (
        <List
          key={namespace}
          label={isOne ? strings.walletsConnected : strings.families[namespace]}
          hideLabel={isOne && recent.length === 0}
        >
          {linesOf(namespace).map((connection) => (
            <WalletLine
              key={connection.connectorId}
              connection={connection}
              namespace={namespace}
              isActive={connection.status !== 'disconnected' && state.current[namespace] === connection.connectorId}
              onMoved={takeFocus}
            />
          ))}
        </List>
      ))}
      {/* The embedded wallet has a view of its own for this. */}
      {config.features.smartSessions && !isEmbedded && <ActingApps onMoved={takeFocus} />}
      {recent.length > 0 && (
        <List label={strings.walletsRecent}>
          {recent.map((connector) => (
            <Row
              key={connector.id}
              picture={<Picture src={connector.icon} name={connector.name} shape="square" />}
              title={connector.name}
              end={<Icon name="forward" />}
              onClick={() => modal.push(routeTo(connector))}
            />
          ))}
        </List>
      )}
      {families.length > 0 && open.length > 0 && (
        <List label={strings.otherFamilies}>
          {open.map(({ chainNamespace, iconUrl }) => (
            <Row
              key={chainNamespace}
              picture={<Picture src={iconUrl} name={strings.families[chainNamespace]} />}
              title={strings.connectFamily(strings.families[chainNamespace])}
              end={<Icon name="forward" />}
              onClick={() => modal.push({ view: 'Connect', data: { namespace: chainNamespace } })}
            />
          ))}
        </List>
      )}
      {config.features.multiWallet && (
        <Button kind="secondary" onClick={() => modal.push({ view: 'Connect' })}>
          {strings.connectAnother}
        </Button>
      )}
      {connections.length > 1 && <DisconnectAll count={connections.length} leaving={leaving} onMoved={takeFocus} />}
    </section>
  )
}

function routeTo({ id, kind }: Connector) {
  const data = { connectorId: id }
  return kind === 'multiChain'
    ? ({ view: 'ConnectingMultiChain', data } as const)
    : ({ view: 'ConnectingExternal', data } as const)
}
