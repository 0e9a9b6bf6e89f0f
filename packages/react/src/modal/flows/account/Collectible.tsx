import { type Collectible as Held, type SendToken, toAccountId } from '@latchkey/core'
import { CollectiblePicture } from '../../../components/CollectiblePicture.js'
import { collectibleName } from '../../../components/collectibleName.js'
import { useLatchkey } from '../../../context.js'
import { useChain } from '../../../hooks/useChain.js'
import { useCollectibleStrings } from '../../../hooks/useCollectibleStrings.js'
import { useSendFlow } from '../../../hooks/useSendFlow.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Button } from '../../../primitives/Button.js'
import { Callout } from '../../../primitives/Callout.js'
import { CopyButton } from '../../../primitives/CopyButton.js'
import { Icon } from '../../../primitives/Icon.js'
import { shorten } from '../../../primitives/shorten.js'

const standards = { erc721: 'ERC-721', erc1155: 'ERC-1155', metaplex: 'Metaplex' } as const

/** One collectible: its picture, what its author says of it, what it is, and the way to send it. */
export function Collectible({ data: { collectible } }: { data: { readonly collectible: Held } }) {
  const { config, modal } = useLatchkey()
  const strings = useCollectibleStrings()
  const { chains } = useChain()
  const { reset, edit } = useSendFlow()
  useWalletGone()
  const { collection, description, link, isSpam, isLocked, amount, tokenId, contract, standard, chainId } = collectible
  const chain = chains.find(({ caipNetworkId }) => caipNetworkId === chainId)

  const place = standard === 'metaplex' ? strings.collectibleMint : strings.collectibleContract

  const send = () => {
    reset()
    edit({ token: toSendToken(collectible), amountText: standard === 'erc1155' ? '' : '1' })
    modal.push({ view: 'WalletSend' })
  }

  return (
    <div className="lk-view lk-collectible">
      <CollectiblePicture collectible={collectible} />
      <div className="lk-collectible-name">
        <h3 dir="auto">{collectibleName(collectible)}</h3>
        <p dir="auto">{collection.name || collection.symbol}</p>
      </div>
      {isSpam && <Callout>{strings.collectibleSpam}</Callout>}
      {config.features.send &&
        (isLocked ? (
          <Callout tone="neutral">{strings.collectibleLocked}</Callout>
        ) : (
          <Button onClick={send}>{strings.send}</Button>
        ))}
      {description && (
        <p className="lk-collectible-words" dir="auto">
          {description}
        </p>
      )}
      <dl className="lk-facts">
        {standard === 'erc1155' && <Fact label={strings.collectibleHave} value={amount} />}
        {standard !== 'metaplex' && (
          <Fact
            label={strings.collectibleNumber}
            value={tokenId.length > 12 ? shorten(tokenId) : tokenId}
            full={tokenId}
          />
        )}
        <div className="lk-fact">
          <dt>{place}</dt>
          <dd>
            <span title={contract}>{shorten(contract)}</span>
            <CopyButton text={contract} label={`${strings.copy}: ${place}`} />
          </dd>
        </div>
        <Fact label={strings.collectibleStandard} value={standards[standard]} />
        <Fact label={strings.network} value={chain?.name ?? strings.unknownNetwork} />
      </dl>
      {/* A lure gets no door to go through. */}
      {link && !isSpam && URL.canParse(link) && link.startsWith('https:') && (
        <a className="lk-button" data-kind="secondary" href={link} target="_blank" rel="noopener noreferrer">
          <span className="lk-button-label">{strings.collectiblePage(new URL(link).host)}</span>
          <Icon name="external" size={16} />
        </a>
      )}
    </div>
  )
}

function Fact({ label, value, full }: { label: string; value: string; full?: string }) {
  return (
    <div className="lk-fact">
      <dt>{label}</dt>
      <dd title={full ?? value}>
        <span className="lk-number">{value}</span>
      </dd>
    </div>
  )
}

function toSendToken(collectible: Held): SendToken {
  const { chainId, contract, tokenId, standard, amount, image } = collectible
  const name = collectibleName(collectible)
  return {
    name,
    symbol: name,
    chainId,
    price: 0,
    iconUrl: image ?? '',
    quantity: { decimals: '0', numeric: amount },
    address: toAccountId(chainId, contract),
    collectible: { standard, tokenId },
  }
}
