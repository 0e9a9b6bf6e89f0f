import { type ChainId, isLatchkeyError, type PairingState, type WalletListing } from '@latchkey/core'
import { useState } from 'react'
import { explainConnectError } from '../../../components/explainConnectError.js'
import { OpenWallet } from '../../../components/OpenWallet.js'
import { PairingCode } from '../../../components/PairingCode.js'
import { WalletPicture } from '../../../components/WalletPicture.js'
import { useLatchkey } from '../../../context.js'
import { usePairing } from '../../../hooks/usePairing.js'
import { useWalletStrings } from '../../../hooks/useWalletStrings.js'
import { Button } from '../../../primitives/Button.js'
import { CopyButton } from '../../../primitives/CopyButton.js'
import { Icon } from '../../../primitives/Icon.js'
import { isPhone } from '../../../primitives/isPhone.js'
import { Notice } from '../../../primitives/Notice.js'
import { type Tab, Tabs } from '../../../primitives/Tabs.js'
import type { Routes } from '../../routes.js'

/** Connects a wallet on another device by a code, or one on this device by a link. */
export function ConnectingWalletConnect({ data }: { data: Routes['ConnectingWalletConnect'] }) {
  const { modal } = useLatchkey()
  const strings = useWalletStrings()
  const wallet = data?.wallet
  const chain = data?.chainId && { chainId: data.chainId }
  const { connector, state, error, retry } = usePairing(wallet?.id, data?.chainId)

  if (!connector) {
    return (
      <div className="lk-view">
        <Notice
          icon={<Icon name="wallet" size={28} />}
          title={strings.pairingNone}
          actions={<Button onClick={modal.back}>{strings.otherWallet}</Button>}
        >
          {strings.pairingNoneText}
        </Notice>
      </div>
    )
  }
  if (error) {
    const { title, text } = explainConnectError(error, strings)
    // What was wrong with the relay is for the app's developer, who reads it in the console.
    const said = isLatchkeyError(error, 'RPC_UNREACHABLE') ? strings.pairingFailedText : text
    const name = wallet?.name ?? connector.name
    return (
      <div className="lk-view">
        <Notice
          live
          tone="warning"
          picture={<WalletPicture src={wallet?.imageUrl ?? connector.icon} name={name} />}
          title={title}
          actions={
            <>
              <Button onClick={retry} autoFocus>
                {strings.retry}
              </Button>
              <Button kind="text" onClick={modal.back}>
                {strings.otherWallet}
              </Button>
            </>
          }
        >
          {said}
        </Notice>
      </div>
    )
  }
  return (
    <div className="lk-view">
      {wallet ? (
        <WalletPlaces wallet={wallet} chain={chain} state={state} press={data} />
      ) : (
        <AnyWallet chain={chain} state={state} mark={connector} />
      )}
    </div>
  )
}

/** The chain that the wallet is wanted for, as the routes take it. */
type Chain = { readonly chainId: ChainId } | undefined

function AnyWallet({
  chain,
  state,
  mark,
}: {
  chain: Chain
  state: PairingState | undefined
  mark: { readonly name: string; readonly icon?: string | undefined }
}) {
  const { config, modal, strings } = useLatchkey()
  return (
    <>
      <PairingCode state={state} name={undefined} mark={mark} />
      {config.api && config.features.allWallets && (
        <Button kind="text" onClick={() => modal.push({ view: 'AllWallets', data: chain })}>
          {strings.viewAllWallets}
        </Button>
      )}
    </>
  )
}

/** The places where a wallet can be: on a phone, as an app of this computer, on the web. */
function WalletPlaces({
  wallet,
  chain,
  state,
  press,
}: {
  wallet: WalletListing
  chain: Chain
  state: PairingState | undefined
  press: object
}) {
  const { modal } = useLatchkey()
  const strings = useWalletStrings()
  const [selected, setSelected] = useState(0)
  const get = (
    <Button kind="text" onClick={() => modal.push({ view: 'WalletDetails', data: { wallet, ...chain } })}>
      {strings.noWalletYet(wallet.name)}
    </Button>
  )
  const uri = state?.uri
  const tabs: (Tab | false)[] = [
    wallet.links.mobile !== undefined && {
      label: strings.placeMobile,
      panel: () =>
        isPhone() ? (
          <OnThisPhone wallet={wallet} state={state} press={press} />
        ) : (
          <Code wallet={wallet} state={state} />
        ),
    },
    // An app of a computer is none of a phone's.
    !isPhone() &&
      wallet.links.desktop !== undefined && {
        label: strings.placeDesktop,
        panel: () => <OpenWallet wallet={wallet} place="desktop" uri={uri} otherwise={undefined} />,
      },
    wallet.links.web !== undefined && {
      label: strings.placeWeb,
      panel: () => <OpenWallet wallet={wallet} place="web" uri={uri} otherwise={undefined} />,
    },
  ]
  const shown = tabs.filter((tab) => tab !== false)
  const [only] = shown
  return (
    <>
      {shown.length > 1 ? (
        <Tabs label={strings.pairingPlaces} tabs={shown} selected={selected} onSelect={setSelected} />
      ) : (
        (only?.panel() ?? <Code wallet={wallet} state={state} />)
      )}
      {get}
    </>
  )
}

function Code({ wallet, state }: { wallet: WalletListing; state: PairingState | undefined }) {
  return <PairingCode state={state} name={wallet.name} mark={{ name: wallet.name, icon: wallet.imageUrl }} />
}

function OnThisPhone({
  wallet,
  state,
  press,
}: {
  wallet: WalletListing
  state: PairingState | undefined
  press: object
}) {
  const strings = useWalletStrings()
  const [isCode, setIsCode] = useState(false)
  const uri = state?.uri
  const other = (
    <Button kind="secondary" onClick={() => setIsCode(!isCode)}>
      {isCode ? strings.hideCode : strings.showCode}
    </Button>
  )
  const others = (
    <>
      {uri !== undefined && <CopyButton text={uri} label={strings.pairingCopy} kind="button" />}
      {other}
    </>
  )
  if (!isCode) return <OpenWallet wallet={wallet} place="mobile" uri={uri} press={press} otherwise={others} />
  return (
    <>
      <Code wallet={wallet} state={state} />
      {other}
    </>
  )
}
