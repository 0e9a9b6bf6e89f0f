import type { Collectible } from '@latchkey/core'
import { useState } from 'react'
import { collectibleName } from './collectibleName.js'

/** The picture of a collectible, as wide as its place; a letter stands in until it is there, and stays if it never comes. */
export function CollectiblePicture({ collectible }: { collectible: Collectible }) {
  const { image } = collectible
  const [failed, setFailed] = useState<string>()
  const src = image !== null && /^https?:/i.test(image) && failed !== image ? image : undefined
  return (
    <span className="lk-item-picture">
      <span aria-hidden="true">{Array.from(collectibleName(collectible))[0]?.toUpperCase() ?? '?'}</span>
      {src && <img src={src} alt="" decoding="async" referrerPolicy="no-referrer" onError={() => setFailed(src)} />}
    </span>
  )
}
