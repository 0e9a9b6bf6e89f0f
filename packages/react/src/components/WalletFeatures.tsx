import type { WalletFeature } from '@latchkey/core'
import { useLatchkey } from '../context.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useConnection } from '../hooks/useConnection.js'
import { useRemoteFeatures } from '../hooks/useRemoteFeatures.js'
import type { RouteInput } from '../modal/routes.js'
import { Icon, type IconName } from '../primitives/Icon.js'
import type { Strings } from '../strings/en.js'

type Entry = {
  readonly icon: IconName
  readonly label: keyof Strings & ('send' | 'receive' | 'swaps' | 'viewBuy')
  readonly route: RouteInput
}

/** How a feature differs when it is for one token. */
export type FeatureAction = {
  /** Whether the token supports it; undefined while loading. */
  readonly isOffered: boolean | undefined
  /** Fills in the token before the view is shown. */
  readonly prepare?: () => void
  readonly route?: RouteInput
}

const entries: { readonly [feature in WalletFeature]: Entry } = {
  onramp: { icon: 'coins', label: 'viewBuy', route: { view: 'OnRampProviders' } },
  swaps: { icon: 'swap', label: 'swaps', route: { view: 'Swap' } },
  receive: { icon: 'receive', label: 'receive', route: { view: 'WalletReceive' } },
  send: { icon: 'send', label: 'send', route: { view: 'WalletSend' } },
}

/** The account's features, in the order of the config; with `actions`, those for one token. */
export function WalletFeatures({ actions }: { actions?: { readonly [feature in WalletFeature]?: FeatureAction } }) {
  const { config, modal } = useLatchkey()
  const strings = useAccountStrings()
  const { namespace } = useConnection()
  const { features } = config
  const { data: remote } = useRemoteFeatures()
  // On Bitcoin an app opens the form itself, with open({ view: 'WalletSend' }).
  const canSend = namespace === 'eip155' || namespace === 'solana'
  /** Whether there is a button; undefined until the data API has answered, while its place is reserved. */
  const isOffered = (feature: WalletFeature): boolean | undefined => {
    const given = isGiven(feature)
    const action = actions?.[feature]
    return given && action ? action.isOffered : given
  }
  const isGiven = (feature: WalletFeature): boolean | undefined => {
    switch (feature) {
      case 'onramp':
        return config.api !== undefined && canSend && (remote ? remote.onramp.length > 0 : undefined)
      case 'swaps':
        return config.api !== undefined && namespace === 'eip155' && (remote ? remote.swaps.length > 0 : undefined)
      case 'send':
        return features.send && canSend
      case 'receive':
        return features.receive
    }
  }
  const shown = features.walletFeaturesOrder.filter((feature) => isOffered(feature) !== false)
  const isMissed = !canSend && namespace !== 'bip122' && features.send && features.walletFeaturesOrder.includes('send')
  if (shown.length === 0 && !isMissed) return null
  return (
    <div className="lk-features">
      {shown.map((feature) => {
        const { icon, label, route } = entries[feature]
        const content = (
          <>
            <Icon name={icon} />
            <span>{strings[label]}</span>
          </>
        )
        if (isOffered(feature) === undefined) {
          return (
            <span key={feature} className="lk-feature lk-feature-waiting" aria-hidden="true">
              {content}
            </span>
          )
        }
        return (
          <button
            key={feature}
            type="button"
            className="lk-feature"
            onClick={() => {
              actions?.[feature]?.prepare?.()
              modal.push(actions?.[feature]?.route ?? route)
            }}
          >
            {content}
          </button>
        )
      })}
      {isMissed && <p className="lk-feature-missed">{strings.sendElsewhere(strings.families[namespace])}</p>}
    </div>
  )
}
