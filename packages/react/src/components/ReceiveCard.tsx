import type { AccountType } from '@latchkey/core'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useChain } from '../hooks/useChain.js'
import { useConnection } from '../hooks/useConnection.js'
import { CopyButton } from '../primitives/CopyButton.js'
import { GroupedAddress } from '../primitives/GroupedAddress.js'
import { QrCode } from '../primitives/QrCode.js'

/** An address as a code, as text, and where it is good for. */
export function ReceiveCard({ address, type }: { address: string; type?: AccountType }) {
  const strings = useAccountStrings()
  const { namespace } = useConnection()
  const { caipNetwork, requestedCaipNetworks, approvedCaipNetworkIds } = useChain()
  const family = strings.families[namespace]
  const chains = requestedCaipNetworks
    .filter(({ caipNetworkId }) => approvedCaipNetworkIds?.includes(caipNetworkId) ?? true)
    .map(({ name }) => name)
  const listed = new Intl.ListFormat(undefined, { type: 'conjunction' }).format(chains)
  const purpose = { payment: strings.receivePayment, ordinal: strings.receiveOrdinal, eoa: '', smartAccount: '' }
  return (
    <div className="lk-receive-card">
      <div className="lk-qr-card">
        <QrCode text={address} label={strings.qrLabel(address)} />
      </div>
      <div className="lk-receive-address">
        <h3>{strings.yourAddress(caipNetwork?.name ?? family)}</h3>
        <GroupedAddress address={address} />
      </div>
      <CopyButton text={address} label={strings.copyAddress} kind="button" />
      <p className="lk-footnote">
        {type && purpose[type]} {!type && chains.length > 0 && strings.receiveOn(listed)}{' '}
        {strings.receiveWarning(family)}
      </p>
    </div>
  )
}
