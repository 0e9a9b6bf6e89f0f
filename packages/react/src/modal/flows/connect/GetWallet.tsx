import { getStoreLinks } from '../../../components/getStoreLinks.js'
import { ListingRow } from '../../../components/ListingRow.js'
import { useLatchkey } from '../../../context.js'
import { useConnectStrings } from '../../../hooks/useConnectStrings.js'
import { useEmbedded } from '../../../hooks/useEmbedded.js'
import { useFamilyChains } from '../../../hooks/useFamilyChains.js'
import { useSuggestedWallets } from '../../../hooks/useSuggestedWallets.js'
import { useWalletStrings } from '../../../hooks/useWalletStrings.js'
import { Button } from '../../../primitives/Button.js'
import { Icon, type IconName } from '../../../primitives/Icon.js'
import { LinkButton } from '../../../primitives/LinkButton.js'
import { List } from '../../../primitives/List.js'
import { Notice } from '../../../primitives/Notice.js'
import { Picture } from '../../../primitives/Picture.js'
import { Skeleton } from '../../../primitives/Skeleton.js'
import type { Routes } from '../../routes.js'

/** For who has no wallet: one step to begin with, which is an e-mail where the app takes it, and other wallets below. */
export function GetWallet({ data }: { data: Routes['GetWallet'] }) {
  const { config, modal } = useLatchkey()
  const strings = useWalletStrings()
  const { whatIsWallet } = useConnectStrings()
  const { connector: embedded, isActive } = useEmbedded()
  const chains = useFamilyChains(data?.chainId)
  const { data: found, isPending } = useSuggestedWallets({ chains })
  const fits =
    embedded && (!chains || chains.some((id) => embedded.namespaces.some((name) => id.startsWith(`${name}:`))))
  const hasEmail = fits && config.features.email && !isActive
  const listed = [...(found?.featured ?? []), ...(found?.recommended ?? [])]
  // One that can be had at a press comes before one that says nowhere where it is.
  const wallet = hasEmail ? undefined : (listed.find((one) => getStoreLinks(one, strings).first) ?? listed[0])
  const store = wallet && getStoreLinks(wallet, strings).first
  const others = listed.filter((one) => one !== wallet)
  if (!hasEmail && isPending && config.api)
    return (
      <div className="lk-view">
        <Skeleton rows={4} />
      </div>
    )
  return (
    <div className="lk-view">
      <Notice
        {...(wallet
          ? { picture: <Picture src={wallet.imageUrl} name={wallet.name} size={64} shape="square" /> }
          : { icon: <Icon name="wallet" size={28} /> })}
        title={hasEmail ? strings.getByEmail : wallet ? strings.getWallet(wallet.name) : strings.getNone}
        actions={
          hasEmail ? (
            <Button onClick={() => modal.push({ view: 'EmailLogin' })}>{strings.getByEmailAction}</Button>
          ) : store ? (
            <LinkButton href={store.href}>{store.label}</LinkButton>
          ) : undefined
        }
      >
        {hasEmail ? strings.getByEmailText : wallet ? strings.getText : strings.walletsFailedText}
      </Notice>
      <section className="lk-about">
        <h3 className="lk-list-label">
          <bdi>{whatIsWallet}</bdi>
        </h3>
        <About icon="wallet" title={strings.walletKeeps} text={strings.walletKeepsText} />
        <About icon="check" title={strings.walletSigns} text={strings.walletSignsText} />
      </section>
      {others.length > 0 && (
        <List label={strings.getOthers} compact>
          {others.map((one) => (
            <ListingRow key={one.id} wallet={one} chainId={data?.chainId} />
          ))}
        </List>
      )}
    </div>
  )
}

function About({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <p>
      <Icon name={icon} />
      <span>
        <strong>{title}</strong>
        <bdi>{text}</bdi>
      </span>
    </p>
  )
}
