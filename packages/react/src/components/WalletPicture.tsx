import { useSharedElement } from '../hooks/useSharedElement.js'
import { Picture } from '../primitives/Picture.js'

/** The picture of the wallet that a view is about. It comes from where the view before had it. */
export function WalletPicture({ src, name, size = 64 }: { src: string | undefined; name: string; size?: 40 | 64 }) {
  const { picture } = useSharedElement(name)
  return <Picture box={picture} src={src} name={name} size={size} shape="square" />
}
