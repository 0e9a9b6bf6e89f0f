import { useLatchkey } from '../context.js'
import { useNetwork } from '../hooks/useNetwork.js'
import { Notice } from '../primitives/Notice.js'

/** Collectibles: the data API lists none, and this says so. */
export function NftsPanel() {
  const { strings } = useLatchkey()
  const { caipNetwork } = useNetwork()
  return (
    <Notice icon="image" title={strings.noNftsTitle}>
      {strings.noNftsText(caipNetwork?.name ?? strings.unknownNetwork)}
    </Notice>
  )
}
