import { type AccountType, formatAmount, readAmount } from '@latchkey/core'
import { useState } from 'react'
import { useLatchkey } from '../context.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useChain } from '../hooks/useChain.js'
import { useConnection } from '../hooks/useConnection.js'
import { useOwnPaymentLink } from '../hooks/useOwnPaymentLink.js'
import { usePaymentStrings } from '../hooks/usePaymentStrings.js'
import { usePaymentTokens } from '../hooks/usePaymentTokens.js'
import { Button } from '../primitives/Button.js'
import { CopyButton } from '../primitives/CopyButton.js'
import { GroupedAddress } from '../primitives/GroupedAddress.js'
import { QrCode } from '../primitives/QrCode.js'
import { ReceiveAmount } from './ReceiveAmount.js'
import { clip } from './sendTexts.js'

/** An address as a code, as text, and where it is good for; with an amount, the code of a link that asks for it. */
export function ReceiveCard({ address, type }: { address: string; type?: AccountType }) {
  const { config } = useLatchkey()
  const strings = useAccountStrings()
  const payment = usePaymentStrings()
  const { namespace } = useConnection()
  const { caipNetwork, requestedCaipNetworks, approvedCaipNetworkIds } = useChain()
  const coins = usePaymentTokens()
  const [text, setText] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const [hasAsked, setHasAsked] = useState(false)
  const family = strings.families[namespace]
  const chains = requestedCaipNetworks
    .filter(({ caipNetworkId }) => approvedCaipNetworkIds?.includes(caipNetworkId) ?? true)
    .map(({ name }) => name)
  const listed = new Intl.ListFormat(undefined, { type: 'conjunction' }).format(chains)
  const purpose = { payment: strings.receivePayment, ordinal: strings.receiveOrdinal, eoa: '', smartAccount: '' }
  const coin = coins.find((one) => one.address === chosen) ?? coins[0]
  // What goes to an address for inscriptions is not asked for by an amount of the coin.
  const canAsk = coin !== undefined && type !== 'ordinal' && config.namespace(namespace).payments !== undefined
  const read = canAsk && text !== undefined ? readAmount(text, coin.decimals) : 'empty'
  const amount = typeof read === 'bigint' ? read : undefined
  const { link, isRefused = false } = useOwnPaymentLink({
    to: address,
    chainId: caipNetwork?.caipNetworkId ?? 'eip155:1',
    token: coin?.address === undefined ? undefined : { address: coin.address, decimals: coin.decimals },
    amount,
  })
  const network = caipNetwork?.name ?? family
  const asked = link !== undefined && coin && amount !== undefined ? { link, text: write(amount, coin) } : undefined
  return (
    <div className="lk-receive-card">
      <div className="lk-qr-card">
        <QrCode
          text={asked?.link ?? address}
          label={asked ? payment.qrLinkLabel(asked.text, address) : strings.qrLabel(address)}
        />
      </div>
      {asked && (
        <p className="lk-receive-asks" role="status">
          {payment.receiveAsks(asked.text, network)}
        </p>
      )}
      <div className="lk-receive-address">
        <h3>{strings.yourAddress(network)}</h3>
        <GroupedAddress address={address} />
      </div>
      {canAsk && text !== undefined && (
        <ReceiveAmount
          text={text}
          onText={setText}
          coins={coins}
          chosen={coin}
          onChoose={(one) => setChosen(one.address)}
          refused={isRefused}
          onClose={() => {
            setText(undefined)
            setHasAsked(true)
          }}
        />
      )}
      {asked && <CopyButton key={asked.link} text={asked.link} label={payment.copyLink} kind="button" />}
      <CopyButton text={address} label={strings.copyAddress} kind="button" />
      {canAsk && text === undefined && (
        <Button kind="text" onClick={() => setText('')} autoFocus={hasAsked}>
          {payment.receiveAsk}
        </Button>
      )}
      <p className="lk-footnote">
        {type && purpose[type]} {!type && chains.length > 0 && strings.receiveOn(listed)}{' '}
        {strings.receiveWarning(family)}
      </p>
    </div>
  )
}

function write(amount: bigint, { symbol, decimals }: { symbol: string; decimals: number }): string {
  return `${formatAmount(amount, decimals)} ${clip(symbol)}`
}
