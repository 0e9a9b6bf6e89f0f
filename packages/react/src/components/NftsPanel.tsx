import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useChain } from '../hooks/useChain.js'
import { Icon } from '../primitives/Icon.js'
import { Notice } from '../primitives/Notice.js'

/** Collectibles: the data API lists none, and this says so. */
export function NftsPanel() {
  const strings = useAccountStrings()
  const { caipNetwork } = useChain()
  return (
    <Notice icon={<Icon name="image" size={28} />} title={strings.noNftsTitle}>
      {strings.noNftsText(caipNetwork?.name ?? strings.unknownNetwork)}
    </Notice>
  )
}
