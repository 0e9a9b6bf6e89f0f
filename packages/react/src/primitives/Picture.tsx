import { type RefObject, useState } from 'react'

// Others than the app say what is shown: a token list, a wallet, a data service.
const pictureAddress = /^(https?:|data:image\/|blob:|\.{0,2}\/)/i

/** An image of a wallet, a token or a network; a letter stands in until it is there, and stays if it never comes. */
export function Picture({
  src,
  name,
  size = 40,
  shape = 'round',
  box,
}: {
  src: string | undefined
  name: string
  size?: 16 | 20 | 24 | 28 | 36 | 40 | 64
  shape?: 'round' | 'square'
  /** The element, for who moves it. */
  box?: RefObject<HTMLSpanElement | null>
}) {
  const [failed, setFailed] = useState<string>()
  const [loaded, setLoaded] = useState<string>()
  const usable = src && pictureAddress.test(src) && failed !== src ? src : undefined
  return (
    <span
      ref={box}
      className="lk-picture"
      data-size={size}
      data-shape={shape}
      data-loaded={usable !== undefined && loaded === usable}
    >
      <span className="lk-picture-letter" aria-hidden="true">
        {Array.from(name.trim())[0]?.toUpperCase() ?? '?'}
      </span>
      {usable && (
        <img
          src={usable}
          alt=""
          width={size}
          height={size}
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={() => setLoaded(usable)}
          onError={() => setFailed(usable)}
        />
      )}
    </span>
  )
}
