import { type ChainId, type Connector, isPairing, parseChainId, type WalletListing, walletList } from '@latchkey/core'
import { useLatchkey } from '../context.js'
import { useSharedElement } from '../hooks/useSharedElement.js'
import { useConfigConnectors } from '../hooks/useSnapshot.js'
import { useWalletStrings } from '../hooks/useWalletStrings.js'
import { Picture } from '../primitives/Picture.js'
import { Row } from '../primitives/Row.js'

/** A wallet of the directory: asked at once where this browser has it, by code or link where it can be, else shown. */
export function ListingRow({
  wallet,
  chainId,
  note,
}: {
  wallet: WalletListing
  /** The chain that it is wanted for; any of the page's when absent. */
  chainId: ChainId | undefined
  note?: string | undefined
}) {
  const { config, modal } = useLatchkey()
  const strings = useWalletStrings()
  const { picture, press, leave } = useSharedElement(wallet.name, { isRow: true })
  const phone = useConfigConnectors(config).find(isPairing)
  const canPair = phone !== undefined && Object.keys(wallet.links).length > 0
  const prepare = () => {
    modal.expect(canPair ? 'ConnectingWalletConnect' : 'WalletDetails')
    if (canPair) phone.pairing.prepare?.()
  }
  const choose = () => {
    leave()
    const chain = chainId && { chainId }
    // An installed one that has not got the family may be wanted on another device, where it has.
    const fits = ({ rdns, namespaces }: Connector) =>
      rdns === wallet.rdns && (!chainId || namespaces.includes(parseChainId(chainId).namespace))
    // Put together at the click, and not by each row of a list.
    const installed =
      wallet.rdns &&
      walletList(config)
        .flatMap(({ connectors }) => connectors)
        .find(fits)
    if (installed) {
      const asked = modal.requestConnection(installed.id, chainId)
      return modal.push({ view: 'ConnectingExternal', data: { connectorId: installed.id, ...chain, asked } })
    }
    modal.push({ view: canPair ? 'ConnectingWalletConnect' : 'WalletDetails', data: { wallet, ...chain } })
  }
  return (
    <Row
      picture={<Picture box={picture} src={wallet.imageUrl} name={wallet.name} shape="square" />}
      title={wallet.name}
      badge={wallet.isCertified && <span className="lk-badge">{strings.certified}</span>}
      note={note}
      onClick={choose}
      onHoverOrFocus={prepare}
      onPress={press}
    />
  )
}
