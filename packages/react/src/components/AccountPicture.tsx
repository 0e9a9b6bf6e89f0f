import { useState } from 'react'
import { useLatchkey } from '../context.js'
import { useIdentity } from '../hooks/useIdentity.js'
import { Avatar } from '../primitives/Avatar.js'

/**
 * The picture of the account that is shown: the one that its name has, once it is there, over the one made of its address. It comes
 * by the data API, since the host where it lies is chosen by the record's owner, and would learn who looks.
 */
export function AccountPicture({ address }: { address: string }) {
  const { api } = useLatchkey().config
  const hasPicture = useIdentity().data?.avatar != null
  const [loaded, setLoaded] = useState<string>()
  const src =
    api && hasPicture
      ? `${api.url}/v1/identity/${address}/avatar?projectId=${encodeURIComponent(api.projectId)}`
      : undefined
  return (
    <span className="lk-account-picture">
      <Avatar address={address} size={28} />
      {src && (
        <img
          // Of another account nothing is carried over.
          key={src}
          src={src}
          alt=""
          width={28}
          height={28}
          decoding="async"
          referrerPolicy="no-referrer"
          data-loaded={loaded === src}
          onLoad={() => setLoaded(src)}
        />
      )}
    </span>
  )
}
