import type { WalletFeature } from '@latchkey/core'
import { useLatchkey } from '../context.js'
import { useAccount } from '../hooks/useAccount.js'
import type { RouteInput } from '../modal/routes.js'
import { Icon, type IconName } from '../primitives/Icon.js'
import type { Strings } from '../strings/en.js'

type Entry = {
  readonly icon: IconName
  readonly label: keyof Strings & ('send' | 'receive')
  readonly route: RouteInput
}

const entries: { readonly [feature in WalletFeature]?: Entry } = {
  receive: { icon: 'receive', label: 'receive', route: { view: 'WalletReceive' } },
  send: { icon: 'send', label: 'send', route: { view: 'WalletSend' } },
}

/** What can be done with the account, in the order that the app chose. */
export function WalletFeatures() {
  const { config, modal, strings } = useLatchkey()
  const { namespace } = useAccount()
  const { features } = config
  const isFamily = namespace === 'eip155' || namespace === 'solana'
  const shown = features.walletFeaturesOrder.flatMap((feature) => {
    const entry = entries[feature]
    return entry && isFamily && features[entry.label] ? [entry] : []
  })
  if (shown.length === 0) return null
  return (
    <div className="lk-features">
      {shown.map(({ icon, label, route }) => (
        <button key={label} type="button" className="lk-feature" onClick={() => modal.push(route)}>
          <Icon name={icon} />
          <span>{strings[label]}</span>
        </button>
      ))}
    </div>
  )
}
