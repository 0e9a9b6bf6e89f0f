import { useLatchkey } from '../../context.js'
import { useAccount } from '../../hooks/useAccount.js'
import { useNetwork } from '../../hooks/useNetwork.js'
import { useWalletGone } from '../../hooks/useWalletGone.js'
import { CopyButton } from '../../primitives/CopyButton.js'
import { GroupedAddress } from '../../primitives/GroupedAddress.js'
import { QrCode } from '../../primitives/QrCode.js'

/** The address to have something sent to: as a code, as text, and where it is good for. */
export function WalletReceive() {
  const { strings } = useLatchkey()
  const { address, namespace } = useAccount()
  const { caipNetwork, requestedCaipNetworks, approvedCaipNetworkIds } = useNetwork()
  useWalletGone()
  if (!address) return null
  const family = strings.families[namespace]
  const networks = requestedCaipNetworks
    .filter(({ caipNetworkId }) => approvedCaipNetworkIds?.includes(caipNetworkId) ?? true)
    .map(({ name }) => name)
  const listed = new Intl.ListFormat(undefined, { type: 'conjunction' }).format(networks)
  return (
    <div className="lk-view lk-receive">
      <div className="lk-qr-card">
        <QrCode text={address} label={strings.qrLabel(address)} />
      </div>
      <div className="lk-receive-address">
        <h3>{strings.yourAddress(caipNetwork?.name ?? family)}</h3>
        <GroupedAddress address={address} />
      </div>
      <CopyButton text={address} label={strings.copyAddress} kind="button" />
      <p className="lk-footnote">
        {networks.length > 0 && strings.receiveOn(listed)} {strings.receiveWarning(family)}
      </p>
    </div>
  )
}
