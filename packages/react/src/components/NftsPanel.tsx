import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useNetwork } from '../hooks/useNetwork.js'
import { Icon } from '../primitives/Icon.js'
import { Notice } from '../primitives/Notice.js'

/** Collectibles: the data API lists none, and this says so. */
export function NftsPanel() {
  const strings = useAccountStrings()
  const { caipNetwork } = useNetwork()
  return (
    <Notice icon={<Icon name="image" size={28} />} title={strings.noNftsTitle}>
      {strings.noNftsText(caipNetwork?.name ?? strings.unknownNetwork)}
    </Notice>
  )
}
