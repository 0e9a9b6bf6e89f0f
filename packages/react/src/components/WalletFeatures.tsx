import type { WalletFeature } from '@latchkey/core'
import { useLatchkey } from '../context.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useConnection } from '../hooks/useConnection.js'
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
  const { config, modal } = useLatchkey()
  const strings = useAccountStrings()
  const { namespace } = useConnection()
  const { features } = config
  // On Bitcoin an app opens the form itself, with open({ view: 'WalletSend' }).
  const canSend = namespace === 'eip155' || namespace === 'solana'
  const shown = features.walletFeaturesOrder.flatMap((feature) => {
    const entry = entries[feature]
    return entry && features[entry.label] && (canSend || feature !== 'send') ? [entry] : []
  })
  const isMissed = !canSend && namespace !== 'bip122' && features.send && features.walletFeaturesOrder.includes('send')
  if (shown.length === 0 && !isMissed) return null
  return (
    <div className="lk-features">
      {shown.map(({ icon, label, route }) => (
        <button key={label} type="button" className="lk-feature" onClick={() => modal.push(route)}>
          <Icon name={icon} />
          <span>{strings[label]}</span>
        </button>
      ))}
      {isMissed && <p className="lk-feature-missed">{strings.sendElsewhere(strings.families[namespace])}</p>}
    </div>
  )
}
