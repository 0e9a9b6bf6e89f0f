import type { ChainId, ConnectorType, WalletGroup } from '@latchkey/core'
import { Fragment, useEffect } from 'react'
import { Consent } from '../../../components/Consent.js'
import { EmailForm } from '../../../components/EmailForm.js'
import { placesOf } from '../../../components/placesOf.js'
import { WalletRow } from '../../../components/WalletRow.js'
import { useLatchkey } from '../../../context.js'
import { useConnectors } from '../../../hooks/useConnectors.js'
import { useConnectStrings } from '../../../hooks/useConnectStrings.js'
import { useEmbedded } from '../../../hooks/useEmbedded.js'
import { useConfigChains } from '../../../hooks/useSnapshot.js'
import { Button } from '../../../primitives/Button.js'
import { Icon } from '../../../primitives/Icon.js'
import { isPhone } from '../../../primitives/isPhone.js'
import { List } from '../../../primitives/List.js'
import { Notice } from '../../../primitives/Notice.js'
import { Skeleton } from '../../../primitives/Skeleton.js'
import { SkeletonItems } from '../../../primitives/SkeletonItems.js'
import type { ConnectStrings } from '../../../strings/connectStrings.js'
import type { Strings } from '../../../strings/en.js'
import { lazyComponent } from '../../lazyComponent.js'
import type { Routes } from '../../routes.js'
import { useOpened } from '../../useOpened.js'

const load = () => import('../../../components/SuggestedWallets.js').then(({ SuggestedWallets }) => SuggestedWallets)
// The view opens as high as it will be: a row must not leave the place where somebody is about to press it.
const SuggestedWallets = lazyComponent(
  load,
  ({ type }: { type: ConnectorType | 'all' }) => {
    const { kept } = placesOf(useLatchkey().config, type)
    return kept > 0 && <SkeletonItems rows={kept} />
  },
  useOpened,
)
const NamedWallets = lazyComponent(
  () => import('../../../components/NamedWallets.js').then(({ NamedWallets }) => NamedWallets),
  () => <Skeleton rows={useLatchkey().config.options.walletGroups?.flatMap(({ wallets }) => wallets).length ?? 0} />,
  useOpened,
)
const SocialButtons = lazyComponent(
  () => import('../../../components/SocialButtons.js').then((file) => file.SocialButtons),
  () => useEmbedded().embedded?.hasSocials !== false && <div className="lk-socials" />,
  useOpened,
)
const AllWalletsRow = lazyComponent(load, () => <SkeletonItems rows={1} />, useOpened)

/** Choose how to connect: by e-mail, or with the wallets of this browser, in the configured order. */
export function Connect({ data }: { data: Routes['Connect'] }) {
  const { config, modal } = useLatchkey()
  const strings = useConnectStrings()
  const { groups, connectors } = useConnectors({ namespace: data?.namespace })
  const inFamily = useConfigChains(config).find(({ chainNamespace }) => chainNamespace === data?.namespace)
  // Of the whole world's wallets only those of the family are of use, also where no chain of it was chosen.
  const wanted = data?.chainId ?? inFamily?.caipNetworkId
  const { connector: embedded, isActive } = useEmbedded()
  const {
    allWallets,
    branding,
    collapseWallets,
    connectorTypeOrder,
    email,
    connectMethodsOrder: methods,
  } = config.features
  const fits = embedded && (!data?.namespace || embedded.namespaces.includes(data.namespace))
  // A wallet on another device is not in this browser.
  const isBare = connectors.every(({ kind }) => kind === 'walletConnect')
  const hasEmail = email && methods.includes('email') && fits && !isActive
  const isCollapsed =
    collapseWallets && !data?.showsWallets && (hasEmail || (methods.includes('social') && fits && !isActive))
  const named = config.options.walletGroups
  const hasList = config.api || groups.some(({ type }) => type !== 'named')
  if (!config.options.hasConnectors) return <NotSetUp />

  return (
    <div className="lk-view lk-connect">
      <Consent>
        {methods.map((method) => {
          if (method === 'email') return hasEmail && <EmailForm key={method} chainId={wanted} />
          if (method === 'social' && fits && !isActive) return <SocialButtons key={method} chainId={wanted} />
          if (method !== 'wallet') return null
          if (isCollapsed)
            return (
              <Button
                key={method}
                kind="secondary"
                onClick={() => modal.replace({ view: 'Connect', data: { ...data, showsWallets: true } })}
              >
                {strings.walletsContinue}
              </Button>
            )
          return (
            <Fragment key={method}>
              {isBare &&
                (hasEmail || connectors.length > 0 || config.api ? <NoWalletsLine chainId={wanted} /> : <NoWallets />)}
              {named && <NamedWallets groups={groups} chainId={data?.chainId} wanted={wanted} />}
              {hasList && (
                <List label={strings.walletsOther} hideLabel={!named} compact>
                  {connectorTypeOrder.map((type) => {
                    const group = groups.find((one) => one.type === type)
                    if (group)
                      return group.connectors.map((connector) => (
                        <WalletRow
                          key={connector.id}
                          connector={connector}
                          chainId={type === 'walletConnect' ? wanted : data?.chainId}
                          note={noteOf(type, strings)}
                        />
                      ))
                    return config.api && <SuggestedWallets key={type} type={type} chainId={wanted} />
                  })}
                  {config.api && allWallets && <AllWalletsRow type="all" chainId={wanted} />}
                </List>
              )}
            </Fragment>
          )
        })}
      </Consent>
      <div className="lk-connect-foot">
        {connectors.length > 0 && (
          <p className="lk-footnote" dir="auto">
            {strings.connectFooter}{' '}
            {!isBare && (hasEmail || config.api) && (
              <GetWalletLink chainId={wanted} label={hasEmail ? strings.whatIsWallet : undefined} />
            )}
          </p>
        )}
        {branding && (
          <p className="lk-footnote" dir="auto">
            {strings.brand}
          </p>
        )}
      </div>
    </div>
  )
}

/** The mistake of a developer, of which a visitor cannot mend anything. */
function NotSetUp() {
  const { config } = useLatchkey()
  const strings = useConnectStrings()
  useEffect(() => {
    const first = 'createConfig({ connectors: [injected()] })'
    config.alerts.raiseOnce('NO_CONNECTORS', `The config reaches no wallet. Pass at least one connector: ${first}.`)
  }, [config])
  return (
    <Notice icon={<Icon name="wallet" size={28} />} title={strings.notSetUpTitle}>
      {strings.notSetUpText}
    </Notice>
  )
}

function NoWallets() {
  const strings = useConnectStrings()
  return (
    <Notice
      icon={<Icon name="wallet" size={28} />}
      title={strings.noWalletsTitle}
      actions={<Button onClick={lookAgain}>{strings.noWalletsAction}</Button>}
    >
      {strings.noWalletsText}
    </Notice>
  )
}

/** The same where there is another way in: what to do about it, for who wants to. */
function NoWalletsLine({ chainId }: { chainId: ChainId | undefined }) {
  const { config } = useLatchkey()
  const strings = useConnectStrings()
  const { connector: embedded } = useEmbedded()
  const hasMore = config.api || embedded
  return (
    <p className="lk-no-wallets" dir="auto">
      {strings.noWalletsShort} {hasMore && <GetWalletLink chainId={chainId} />}
      <button type="button" className="lk-text-button" onClick={lookAgain}>
        {strings.noWalletsAction}
      </button>
    </p>
  )
}

function GetWalletLink({ chainId, label }: { chainId: ChainId | undefined; label?: string | undefined }) {
  const { modal } = useLatchkey()
  const { noWalletsGet } = useConnectStrings()
  return (
    <button
      type="button"
      className="lk-text-button"
      onClick={() => modal.push({ view: 'GetWallet', data: chainId && { chainId } })}
    >
      {label ?? noWalletsGet}
    </button>
  )
}

function lookAgain(): void {
  window.dispatchEvent(new Event('eip6963:requestProvider'))
}

/** A word for what is known of these wallets; none where the name says it all. */
function noteOf(type: WalletGroup['type'], strings: Strings & ConnectStrings): string | undefined {
  if (type === 'recent') return strings.walletsRecent
  if (type === 'injected') return strings.installed
  return type === 'walletConnect' && !isPhone() ? strings.qrCode : undefined
}
