import { type ConnectionInfo, isLatchkeyError, switchConnection } from '@latchkey/core'
import { useMutation } from '@tanstack/react-query'
import { useLatchkey } from '../context.js'
import { useDisconnect } from '../hooks/useDisconnect.js'
import { Avatar } from '../primitives/Avatar.js'
import { CopyButton } from '../primitives/CopyButton.js'
import { IconButton } from '../primitives/IconButton.js'
import { Picture } from '../primitives/Picture.js'
import { shorten } from '../primitives/shorten.js'

/** A connected wallet: who it is, and what can be done with it. */
export function WalletLine({ connection, address }: { connection: ConnectionInfo; address: string }) {
  const { config, strings, toasts } = useLatchkey()
  const { mutateAsync: disconnect, isPending: isLeaving } = useDisconnect()
  const { mutateAsync: use, isPending: isSwitching } = useMutation({
    mutationFn: () => switchConnection(config, { connectorId: connection.connectorId }),
  })
  const { connector, connectorId, status } = connection
  const name = connector?.name ?? connectorId
  const leave = () => disconnect({ connector: connectorId }).catch(() => toasts.show(strings.disconnectFailed, 'error'))
  const choose = () =>
    use().catch((error: unknown) =>
      toasts.show(
        isLatchkeyError(error, 'CONNECTION_REJECTED') ? strings.rejected : strings.connectFailedTitle,
        'error',
      ),
    )
  return (
    <li className="lk-row-item">
      <div className="lk-row" data-still aria-current={status === 'connected' || undefined}>
        <span className="lk-wallet-picture">
          <Picture src={connector?.icon} name={name} shape="square" />
          <Avatar address={address} size={20} />
        </span>
        <span className="lk-row-text">
          <span className="lk-row-title">
            <bdi>{name}</bdi>
          </span>
          <span className="lk-row-detail" title={address}>
            {shorten(address)} {status === 'connected' && <span className="lk-badge">{strings.walletActive}</span>}
          </span>
        </span>
        <span className="lk-row-actions">
          {status !== 'connected' && (
            <button type="button" className="lk-chip" onClick={choose} disabled={isSwitching}>
              {strings.walletUse}
            </button>
          )}
          <CopyButton text={address} label={`${strings.copyAddress}: ${address}`} />
          <IconButton
            icon="disconnect"
            label={strings.disconnectWallet(name)}
            onClick={leave}
            disabled={isLeaving}
            aria-busy={isLeaving || undefined}
          />
        </span>
      </div>
    </li>
  )
}
