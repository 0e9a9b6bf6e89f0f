import { useLatchkey } from '../context.js'
import { useChain } from '../hooks/useChain.js'
import { useConnection } from '../hooks/useConnection.js'
import { Avatar } from '../primitives/Avatar.js'
import { Picture } from '../primitives/Picture.js'
import { shorten } from '../primitives/shorten.js'

/** From which account and on which chain: never out of sight where money moves. */
export function SendIdentity() {
  const { strings } = useLatchkey()
  const { address } = useConnection()
  const { caipNetwork } = useChain()
  if (!address) return null
  const chain = caipNetwork?.name ?? strings.unknownNetwork
  return (
    <div className="lk-identity">
      <span title={address}>
        <Avatar address={address} size={20} />
        {shorten(address)}
      </span>
      <span title={chain}>
        <Picture src={caipNetwork?.iconUrl} name={chain} size={20} />
        <span className="lk-cut">{chain}</span>
      </span>
    </div>
  )
}
