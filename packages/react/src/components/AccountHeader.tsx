import { useLatchkey } from '../context.js'
import { useAccountState } from '../hooks/useAccountState.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useChain } from '../hooks/useChain.js'
import { useFiat } from '../hooks/useFiat.js'
import { useIdentity } from '../hooks/useIdentity.js'
import type { Portfolio } from '../hooks/usePortfolio.js'
import { CopyButton } from '../primitives/CopyButton.js'
import { Icon } from '../primitives/Icon.js'
import { Picture } from '../primitives/Picture.js'
import { shorten } from '../primitives/shorten.js'
import { showAge } from '../primitives/showAge.js'
import { AccountKind } from './AccountKind.js'
import { AccountPicture } from './AccountPicture.js'
import { Amount } from './Amount.js'
import { EmailLine } from './EmailLine.js'

/** Who this is, on which network, and what it is worth. */
export function AccountHeader({ address, portfolio }: { address: string; portfolio: Portfolio }) {
  const { modal } = useLatchkey()
  const strings = useAccountStrings()
  const { caipNetwork } = useChain()
  const { addressLabels, facts } = useAccountState()
  const identity = useIdentity().data
  const name = addressLabels[address] ?? identity?.name
  const chainName = caipNetwork?.name ?? strings.unknownNetwork
  return (
    <div className="lk-account">
      <div className="lk-account-id">
        <AccountPicture address={address} />
        <span className="lk-address" data-named={name ? true : undefined} title={address}>
          <CopyButton text={address} label={`${strings.copyAddress}: ${address}`}>
            <bdi className="lk-address-short">{name ?? shorten(address)}</bdi>
          </CopyButton>
          <span className="lk-address-whole" aria-hidden="true">
            {address}
          </span>
        </span>
        <button type="button" className="lk-chip" onClick={() => modal.push({ view: 'Networks' })} title={chainName}>
          <Picture src={caipNetwork?.iconUrl} name={chainName} size={20} />
          <span className="lk-hidden">{strings.network}: </span>
          <bdi className="lk-cut">{chainName}</bdi>
          <Icon name="down" size={16} />
        </button>
      </div>
      <EmailLine />
      {facts.type && <AccountKind type={facts.type} />}
      <Worth portfolio={portfolio} />
    </div>
  )
}

/** The value in money with the native balance below it; the native balance alone where nothing has a price. */
function Worth({ portfolio: { isPending, native, total, age } }: { portfolio: Portfolio }) {
  const { modal } = useLatchkey()
  const strings = useAccountStrings()
  const { showFiat, currency, isMissing, isPending: hasNoRate } = useFiat()
  if (isPending || (hasNoRate && total !== undefined)) {
    return (
      <div className="lk-worth" aria-hidden="true">
        <span className="lk-worth-skeleton" />
        <span className="lk-worth-skeleton" />
      </div>
    )
  }
  const fiat = showFiat(total)
  const balance = native && <Amount numeric={native.quantity.numeric} symbol={native.symbol} />
  const code = currency.toUpperCase()
  return (
    <div className="lk-worth" data-stale={age === undefined ? undefined : true}>
      <span className="lk-worth-main lk-number">
        {fiat === undefined ? (
          (balance ?? '–')
        ) : (
          <>
            <span className="lk-hidden">{strings.totalValue} </span>
            {fiat}
          </>
        )}
      </span>
      <span className="lk-worth-detail">
        {fiat !== undefined && (
          <>
            {balance}
            <button
              type="button"
              className="lk-text-button lk-currency"
              data-picks="currency"
              aria-label={strings.chosenCurrency(code)}
              onClick={() => modal.push({ view: 'Currencies' })}
            >
              {code}
              <Icon name="down" size={16} />
            </button>
            {isMissing && <span className="lk-stale">{strings.fiatMissing(code)}</span>}
          </>
        )}
        {age !== undefined && <span className="lk-stale">{strings.staleSince(showAge(age))}</span>}
      </span>
    </div>
  )
}
