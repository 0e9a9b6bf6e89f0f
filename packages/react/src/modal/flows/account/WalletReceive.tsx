import { type ConnectionInfo, getConnections, type Namespace } from '@latchkey/core'
import { useState } from 'react'
import { ReceiveCard } from '../../../components/ReceiveCard.js'
import { useLatchkey } from '../../../context.js'
import { useAccountStrings } from '../../../hooks/useAccountStrings.js'
import { useConnection } from '../../../hooks/useConnection.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Tabs } from '../../../primitives/Tabs.js'

/** The address to have something sent to; where a wallet has one for each purpose, both. */
export function WalletReceive() {
  const { config } = useLatchkey()
  const strings = useAccountStrings()
  const { address, namespace, connector } = useConnection()
  const [selected, setSelected] = useState(0)
  useWalletGone()
  if (!address) return null
  const connection = getConnections(config).find(({ connectorId }) => connectorId === connector?.id)
  const kinds = namespace && connection ? purposes(connection, namespace) : []
  return (
    <div className="lk-view lk-receive">
      {kinds.length > 1 ? (
        <Tabs
          label={strings.accountKindLabel}
          selected={selected}
          onSelect={setSelected}
          tabs={kinds.map(({ type, address: own }) => ({
            label: strings.accountKinds[type],
            panel: () => <ReceiveCard address={own} type={type} />,
          }))}
        />
      ) : (
        <ReceiveCard address={address} />
      )}
    </div>
  )
}

/** The first account of each purpose in a family that has several, payments first. */
function purposes({ accounts }: ConnectionInfo, namespace: Namespace) {
  return (['payment', 'ordinal'] as const).flatMap((type) => {
    const account = accounts.find((one) => one.type === type && one.caipAddress.startsWith(`${namespace}:`))
    return account ? [{ type, address: account.address }] : []
  })
}
