import { type ChainId, type Connector, isPairing } from '@latchkey/core'
import { useLatchkey } from '../context.js'
import { useSharedElement } from '../hooks/useSharedElement.js'
import { useWalletIcon } from '../hooks/useWalletIcon.js'
import { Picture } from '../primitives/Picture.js'
import { Row } from '../primitives/Row.js'

/** A wallet that this page can reach: a click asks it at once. */
export function WalletRow({
  connector,
  chainId,
  note,
}: {
  connector: Connector
  chainId: ChainId | undefined
  /** What is known of it here: that it is installed, or was used recently. */
  note?: string | undefined
}) {
  const { modal } = useLatchkey()
  const icon = useWalletIcon(connector)
  const { picture, press, leave } = useSharedElement(connector.name, { isRow: true })
  // The wallet is asked at the click: it need not wait until this list has left.
  const onClick = () => {
    leave()
    const connectorId = connector.id
    if (isPairing(connector)) return modal.push({ view: 'ConnectingWalletConnect', data: chainId && { chainId } })
    if (connector.kind === 'multiChain' && connector.namespaces.length > 1)
      return modal.push({ view: 'ConnectingMultiChain', data: { connectorId } })
    if (modal.getState().stack.at(-1)?.view === 'ConnectingExternal') return
    modal.push({
      view: 'ConnectingExternal',
      data: { connectorId, ...(chainId && { chainId }), asked: modal.requestConnection(connectorId, chainId) },
    })
  }
  const onHoverOrFocus = () => {
    if (connector.kind === 'multiChain') modal.expect('ConnectingMultiChain')
    if (!isPairing(connector)) return modal.expect('ConnectingExternal', 'Account')
    modal.expect('ConnectingWalletConnect')
    connector.pairing.prepare?.()
  }
  return (
    <Row
      picture={<Picture box={picture} src={icon} name={connector.name} shape="square" />}
      title={connector.name}
      note={note}
      onClick={onClick}
      onHoverOrFocus={onHoverOrFocus}
      onPress={press}
      testId={`lk-wallet-${connector.id}`}
    />
  )
}
