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

/** What is other than usual about a feature where it is about one token. */
export type WayOf = {
  /** Whether it can be done with the token; undefined while that is being read. */
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

/** What can be done with the account, in the order that the app chose; where it is about one token, with what begins it for that one. */
export function WalletFeatures({ ways }: { ways?: { readonly [feature in WalletFeature]?: WayOf } }) {
  const { config, modal } = useLatchkey()
  const strings = useAccountStrings()
  const { namespace } = useConnection()
  const { features } = config
  const { data: remote } = useRemoteFeatures()
  // On Bitcoin an app opens the form itself, with open({ view: 'WalletSend' }).
  const canSend = namespace === 'eip155' || namespace === 'solana'
  /** Whether there is a button; undefined until the data API has said, while its place is held. */
  const isOffered = (feature: WalletFeature): boolean | undefined => {
    const given = isGiven(feature)
    const way = ways?.[feature]
    return given && way ? way.isOffered : given
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
        return (
          <button
            key={feature}
            type="button"
            className="lk-feature"
            disabled={isOffered(feature) === undefined}
            onClick={() => {
              ways?.[feature]?.prepare?.()
              modal.push(ways?.[feature]?.route ?? route)
            }}
          >
            <Icon name={icon} />
            <span>{strings[label]}</span>
          </button>
        )
      })}
      {isMissed && <p className="lk-feature-missed">{strings.sendElsewhere(strings.families[namespace])}</p>}
    </div>
  )
}
