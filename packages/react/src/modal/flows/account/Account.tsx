import { createSendFlow, getConnection, type Namespace } from '@latchkey/core'
import { useRef } from 'react'
import { AccountHeader } from '../../../components/AccountHeader.js'
import { ActivityPanel } from '../../../components/ActivityPanel.js'
import { TokensPanel } from '../../../components/TokensPanel.js'
import { WalletFeatures } from '../../../components/WalletFeatures.js'
import { useLatchkey } from '../../../context.js'
import { switchToOtherFamily } from '../../../hooks/switchToOtherFamily.js'
import { useAccountStrings } from '../../../hooks/useAccountStrings.js'
import { useConnection } from '../../../hooks/useConnection.js'
import { useCurrentTab } from '../../../hooks/useCurrentTab.js'
import { useDisconnect } from '../../../hooks/useDisconnect.js'
import { usePortfolio } from '../../../hooks/usePortfolio.js'
import { useRefreshAfterSend } from '../../../hooks/useRefreshAfterSend.js'
import { useSupportedChains } from '../../../hooks/useSupportedChains.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { useWalletIdentity } from '../../../hooks/useWalletIdentity.js'
import { Button } from '../../../primitives/Button.js'
import { Icon } from '../../../primitives/Icon.js'
import { Picture } from '../../../primitives/Picture.js'
import { Skeleton } from '../../../primitives/Skeleton.js'
import { Tabs } from '../../../primitives/Tabs.js'
import { lazyComponent } from '../../lazyComponent.js'

const CollectiblesPanel = lazyComponent(
  () => import('../../../components/CollectiblesPanel.js').then((file) => file.CollectiblesPanel),
  Waiting,
)

/** Accounts of other families hold few things, and would leave most of a high card empty. */
const hasMuch: readonly Namespace[] = ['eip155', 'solana']

/** The connected account: who, where, how much, and what can be done with it. */
export function Account() {
  const { config, modal, getOrCreate, toasts } = useLatchkey()
  const strings = useAccountStrings()
  const connection = useConnection()
  const { address, connector, namespace } = connection
  const { name = strings.manageWallets, icon } = useWalletIdentity(connection)
  const { currentTab, setCurrentTab } = useCurrentTab()
  const { mutateAsync: disconnect, isPending: isLeaving } = useDisconnect()
  const portfolio = usePortfolio()
  // Servers that do not say what they tell, tell of EVM chains only.
  const { data: hasFamilies } = useSupportedChains({
    query: { select: ({ history }) => history?.some((chainId) => !chainId.startsWith('eip155:')) ?? false },
  })
  const leaving = useRef(false)
  useRefreshAfterSend()
  useWalletGone(leaving)

  const leave = async () => {
    leaving.current = true
    try {
      // Who is here with several wallets leaves with the one that is shown; the rest have their own list.
      const isOneOfMany = [...config.state.connections.values()].filter(({ phase }) => phase === 'live').length > 1
      await disconnect(isOneOfMany && connector ? { connector } : undefined)
      if (getConnection(config).address === undefined && !switchToOtherFamily(config)) modal.close()
    } catch {
      toasts.show(strings.disconnectFailed, 'error')
    } finally {
      leaving.current = false
    }
  }

  /** A collectible is sent from its own view: here the form begins with what can be chosen in it. */
  const leaveCollectible = () => {
    const { getState, reset } = getOrCreate(createSendFlow)
    const { phase, draft, mayBeSent } = getState()
    if (phase === 'editing' && draft.token?.collectible && !mayBeSent) reset()
  }

  if (!address) {
    return (
      <div className="lk-view">
        <Skeleton rows={3} />
      </div>
    )
  }
  return (
    <div className="lk-view lk-account-view" data-short={!hasMuch.includes(namespace) || undefined}>
      <AccountHeader address={address} portfolio={portfolio} />
      <WalletFeatures actions={{ send: { isOffered: true, prepare: leaveCollectible } }} />
      <Tabs
        label={strings.accountTabs}
        selected={currentTab}
        onSelect={setCurrentTab}
        tabs={[
          { label: strings.tabTokens, panel: () => <TokensPanel portfolio={portfolio} /> },
          { label: strings.tabNfts, panel: () => <CollectiblesPanel /> },
          ...(config.features.activity && (namespace === 'eip155' || hasFamilies)
            ? [{ label: strings.tabActivity, panel: () => <ActivityPanel address={address} /> }]
            : []),
        ]}
      />
      <div className="lk-account-foot">
        <button type="button" className="lk-wallet-line" onClick={() => modal.push({ view: 'ProfileWallets' })}>
          <Picture src={icon} name={name} size={28} shape="square" />
          <bdi className="lk-cut">{name}</bdi>
          <Icon name="forward" size={16} />
        </button>
        <Button kind="text" onClick={leave} busy={isLeaving} disabled={isLeaving}>
          {strings.disconnect}
        </Button>
      </div>
    </div>
  )
}

function Waiting() {
  return <Skeleton rows={3} />
}
