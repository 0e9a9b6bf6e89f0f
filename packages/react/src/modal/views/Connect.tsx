import type { Connector, WalletGroup } from '@latchkey/core'
import { useLatchkey } from '../../context.js'
import { useConnectors } from '../../hooks/useConnectors.js'
import { Button } from '../../primitives/Button.js'
import { Icon } from '../../primitives/Icon.js'
import { List } from '../../primitives/List.js'
import { Notice } from '../../primitives/Notice.js'
import { Picture } from '../../primitives/Picture.js'
import { Row } from '../../primitives/Row.js'
import type { Strings } from '../../strings/en.js'
import type { Routes } from '../routes.js'

/** Choose how to connect: the wallets of this browser, in the configured order. */
export function Connect({ data }: { data: Routes['Connect'] }) {
  const { strings, config } = useLatchkey()
  const { groups, connectors } = useConnectors({ namespace: data?.namespace })
  const methods = config.features.connectMethodsOrder

  return (
    <div className="lk-view lk-connect">
      {methods.includes('wallet') &&
        (connectors.length === 0 ? (
          <Notice
            icon="wallet"
            title={strings.noWalletsTitle}
            actions={
              <Button onClick={() => window.dispatchEvent(new Event('eip6963:requestProvider'))}>
                {strings.noWalletsAction}
              </Button>
            }
          >
            {strings.noWalletsText}
          </Notice>
        ) : (
          groups.map((group) => <Group key={group.type} group={group} only={groups.length === 1} />)
        ))}
      {connectors.length > 0 && (
        <p className="lk-footnote" dir="auto">
          {strings.connectFooter}
        </p>
      )}
    </div>
  )
}

function Group({ group, only }: { group: WalletGroup; only: boolean }) {
  const { strings } = useLatchkey()
  return (
    <List label={labelOf(group, strings)} hideLabel={only}>
      {group.connectors.map((connector) => (
        <WalletRow key={connector.id} connector={connector} />
      ))}
    </List>
  )
}

function WalletRow({ connector }: { connector: Connector }) {
  const { modal } = useLatchkey()
  // The wallet is asked at the click: it need not wait until this list has left.
  const onClick = () => {
    const connectorId = connector.id
    if (modal.getState().stack.at(-1)?.view === 'ConnectingExternal') return
    modal.push({ view: 'ConnectingExternal', data: { connectorId, asked: modal.askWallet(connectorId) } })
  }
  return (
    <Row
      picture={<Picture src={connector.icon} name={connector.name} shape="square" />}
      title={connector.name}
      end={<Icon name="forward" />}
      onClick={onClick}
    />
  )
}

function labelOf({ type }: WalletGroup, strings: Strings): string {
  if (type === 'recent') return strings.walletsRecent
  return type === 'injected' ? strings.walletsInstalled : strings.walletsOther
}
