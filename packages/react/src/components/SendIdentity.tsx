import { useLatchkey } from '../context.js'
import { useAccount } from '../hooks/useAccount.js'
import { useNetwork } from '../hooks/useNetwork.js'
import { Avatar } from '../primitives/Avatar.js'
import { Picture } from '../primitives/Picture.js'
import { shorten } from '../primitives/shorten.js'

/** From which account and on which network: never out of sight where money moves. */
export function SendIdentity() {
  const { strings } = useLatchkey()
  const { address } = useAccount()
  const { caipNetwork } = useNetwork()
  if (!address) return null
  const network = caipNetwork?.name ?? strings.unknownNetwork
  return (
    <div className="lk-identity">
      <span title={address}>
        <Avatar address={address} size={20} />
        {shorten(address)}
      </span>
      <span title={network}>
        <Picture src={caipNetwork?.iconUrl} name={network} size={20} />
        <span className="lk-cut">{network}</span>
      </span>
    </div>
  )
}
