import { type Connector, isPairing } from '@latchkey/core'
import { useConnection, useConnectors, useEmbedded, useModal } from '@latchkey/react'
import type { CSSProperties } from 'react'
import type { Look } from '../look/look.js'
import { lookVariables } from '../look/lookVariables.js'

/** More rows than these stand in the modal. */
const most = 5

/** The modal's first view as a part of the page: the wallets that this browser has, or the account that is connected. */
export function HeroCard({ look }: { look: Look }) {
  const { isConnected } = useConnection()
  return (
    <section className="hero-card" aria-labelledby="hero-card" style={lookVariables(look) as CSSProperties}>
      {isConnected ? <Account /> : <Wallets />}
    </section>
  )
}

function Wallets() {
  const { connectors } = useConnectors()
  const { connector: embedded } = useEmbedded()
  const { open } = useModal()
  const ask = (connector: Connector) =>
    isPairing(connector)
      ? open({ view: 'ConnectingWalletConnect' })
      : open({ view: 'ConnectingExternal', data: { connectorId: connector.id } })
  return (
    <>
      <h2 id="hero-card">Choose how to connect</h2>
      <ul>
        {embedded && (
          <Line name="E-mail" sign="@" note="No wallet needed" onClick={() => open({ view: 'EmailLogin' })} />
        )}
        {connectors.slice(0, most).map((wallet) => (
          <Line
            key={wallet.id}
            name={wallet.name}
            icon={wallet.icon}
            note={isPairing(wallet) ? 'QR code' : 'Installed'}
            onClick={() => ask(wallet)}
          />
        ))}
        <Line name="More ways" sign="…" onClick={() => open({ view: 'Connect' })} />
      </ul>
      <p>Your wallet asks before anything is shared or signed.</p>
    </>
  )
}

function Account() {
  const { address = '', connector } = useConnection()
  const { open } = useModal()
  return (
    <>
      <h2 id="hero-card">
        {address.slice(0, 6)}…{address.slice(-4)}
      </h2>
      <ul>
        <Line name="Balances and activity" sign="↕" onClick={() => open({ view: 'Account' })} />
        <Line name="QR code of the address" sign="↓" onClick={() => open({ view: 'WalletReceive' })} />
        <Line name="Other wallets" sign="+" onClick={() => open({ view: 'ProfileWallets' })} />
      </ul>
      <p>Connected with {connector?.name}.</p>
    </>
  )
}

function Line({
  name,
  icon,
  note,
  sign,
  onClick,
}: {
  name: string
  icon?: string | undefined
  note?: string
  /** What stands where others have a picture. Default: the first letter of the name. */
  sign?: string
  onClick: () => void
}) {
  return (
    <li>
      <button type="button" onClick={onClick}>
        {icon ? <img src={icon} alt="" width="28" height="28" /> : <i aria-hidden="true">{sign ?? name.charAt(0)}</i>}
        <span>{name}</span>
        {note && <small>{note}</small>}
      </button>
    </li>
  )
}
