import { type Chain, chainRoute, showAmount } from '@latchkey/core'
import { useLatchkey } from '../context.js'
import type { PaymentLinkState } from '../hooks/usePaymentLink.js'
import { usePaymentStrings } from '../hooks/usePaymentStrings.js'
import { clip } from './sendTexts.js'

/** What became of a payment link: that it is read, which network it is for, what was filled in. */
export function PaymentLinkNote({ link }: { link: PaymentLinkState }) {
  const { config, modal } = useLatchkey()
  const strings = usePaymentStrings()
  const switchTo = (chain: Chain) => {
    const route = chainRoute(config, { chain })
    if (route) modal.push(route)
  }
  switch (link.status) {
    case 'reading':
      return (
        <p className="lk-name-line" role="status">
          {strings.linkReading}
        </p>
      )
    case 'elsewhere':
      return (
        <p className="lk-name-line" role="status">
          {strings.linkElsewhere(link.chain.name)}{' '}
          <button type="button" className="lk-text-button" onClick={() => switchTo(link.chain)}>
            {strings.linkSwitch}
          </button>
        </p>
      )
    case 'filled': {
      const { symbol, amount, network } = link
      if (symbol === undefined)
        return (
          <p className="lk-name-line" role="status">
            {strings.linkFilled(network)}
          </p>
        )
      return (
        <p className="lk-name-line" role="status">
          {amount === undefined
            ? strings.linkFilledToken(clip(symbol), network)
            : strings.linkFilledAmount(`${showAmount(amount)} ${clip(symbol)}`, network)}
        </p>
      )
    }
    default:
      return null
  }
}
