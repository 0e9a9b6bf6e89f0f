import { isPairing } from '@latchkey/core'
import { getStoreLinks } from '../../../components/getStoreLinks.js'
import { WalletPicture } from '../../../components/WalletPicture.js'
import { useLatchkey } from '../../../context.js'
import { useConfigConnectors } from '../../../hooks/useSnapshot.js'
import { useWalletStrings } from '../../../hooks/useWalletStrings.js'
import { Button } from '../../../primitives/Button.js'
import { LinkButton } from '../../../primitives/LinkButton.js'
import { Notice } from '../../../primitives/Notice.js'
import type { Routes } from '../../routes.js'

/** Where a wallet can be had, and the way to connect it. */
export function WalletDetails({ data }: { data: Routes['WalletDetails'] }) {
  const { config, modal } = useLatchkey()
  const strings = useWalletStrings()
  const { wallet } = data
  const { name, links } = wallet
  const canPair = useConfigConnectors(config).some(isPairing) && Object.keys(links).length > 0
  const { first, others } = getStoreLinks(wallet, strings)
  const connect = () => {
    const isBelow = modal.getState().stack.at(-2)?.view === 'ConnectingWalletConnect'
    if (isBelow) modal.back()
    else modal.push({ view: 'ConnectingWalletConnect', data })
  }
  return (
    <div className="lk-view">
      <Notice
        picture={<WalletPicture src={wallet.imageUrl} name={name} />}
        title={strings.getWallet(name)}
        actions={
          <>
            {first && <LinkButton href={first.href}>{first.label}</LinkButton>}
            {others.length > 0 && (
              <div className="lk-stores">
                {others.map(({ href, label }) => (
                  <LinkButton key={label} href={href} kind="secondary">
                    {label}
                  </LinkButton>
                ))}
              </div>
            )}
            {canPair && (
              <Button kind={first ? 'text' : 'primary'} onClick={connect}>
                {strings.connectWithWallet(name)}
              </Button>
            )}
          </>
        }
      >
        {strings.detailsText}
      </Notice>
    </div>
  )
}
