import { type ConnectionInfo, isLatchkeyError, type Namespace, switchConnection } from '@latchkey/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLatchkey } from '../context.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useDisconnect } from '../hooks/useDisconnect.js'
import { useWalletIdentity } from '../hooks/useWalletIdentity.js'
import { Icon } from '../primitives/Icon.js'
import { IconButton } from '../primitives/IconButton.js'
import { Picture } from '../primitives/Picture.js'
import { WalletAccount } from './WalletAccount.js'

/** More accounts than anybody wants to see at once. */
const firstAccounts = 3

/** A connected wallet in one of its families: its accounts there, and what can be done with it. */
export function WalletLine({
  connection,
  namespace,
  isActive,
  onMoved,
}: {
  connection: ConnectionInfo
  namespace: Namespace
  /** It speaks for the family. */
  isActive: boolean
  /** Called when the control that was pressed is gone, so that the focus can be taken along. */
  onMoved: () => void
}) {
  const { config, toasts } = useLatchkey()
  const strings = useAccountStrings()
  const [showsAll, setShowsAll] = useState(false)
  const { mutateAsync: disconnect, isPending: isLeaving } = useDisconnect()
  const { mutateAsync: use, isPending: isSwitching } = useMutation({
    mutationFn: () => switchConnection(config, { connectorId: connection.connectorId }),
  })
  const { connector, connectorId, status } = connection
  const { name = connectorId, icon } = useWalletIdentity(connection)
  const accounts = connection.accounts.filter(({ caipAddress }) => caipAddress.startsWith(`${namespace}:`))
  const shown = showsAll ? accounts : accounts.slice(0, firstAccounts)

  const leave = async () => {
    try {
      await disconnect({ connector: connectorId })
      toasts.show(strings.walletLeft(name))
      onMoved()
    } catch {
      toasts.show(strings.disconnectFailed, 'error')
    }
  }
  const choose = async () => {
    try {
      await use()
      toasts.show(strings.walletNowUsed(name))
      onMoved()
    } catch (error) {
      const isRefused = isLatchkeyError(error, 'CONNECTION_REJECTED')
      toasts.show(isRefused ? strings.rejected : strings.connectFailedTitle, 'error')
    }
  }
  return (
    <li className="lk-row-item lk-wallet" aria-current={isActive || undefined}>
      <div className="lk-row" data-still>
        <Picture src={icon} name={name} shape="square" />
        <span className="lk-row-text">
          <span className="lk-row-title">
            <bdi>{name}</bdi>
          </span>
          {(isActive || !connector) && (
            <span className="lk-row-detail">
              {connector ? <span className="lk-badge">{strings.walletActive}</span> : strings.walletAway}
            </span>
          )}
        </span>
        <span className="lk-row-actions">
          {!isActive && (connector || status !== 'disconnected') && (
            <button
              type="button"
              className="lk-chip"
              onClick={choose}
              disabled={isSwitching}
              aria-busy={isSwitching || undefined}
            >
              {strings.walletUse}
              <span className="lk-hidden"> {name}</span>
            </button>
          )}
          <IconButton
            icon={<Icon name="disconnect" />}
            label={strings.disconnectWallet(name)}
            onClick={leave}
            disabled={isLeaving}
            aria-busy={isLeaving || undefined}
          />
        </span>
      </div>
      <ul className="lk-wallet-accounts" aria-label={strings.accountsOf(name)}>
        {shown.map((account) => (
          <WalletAccount key={account.caipAddress} account={account} namespace={namespace} />
        ))}
        {shown.length < accounts.length && (
          <li>
            <button type="button" className="lk-text-button" onClick={() => setShowsAll(true)}>
              {strings.accountsMore(accounts.length - shown.length)}
            </button>
          </li>
        )}
      </ul>
    </li>
  )
}
