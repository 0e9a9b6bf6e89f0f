import { showAmount } from '@latchkey/core'
import { useBalances, useChain, useConnection } from '@latchkey/react'
import type { ReactNode } from 'react'
import { CopyButton } from '../components/CopyButton.js'
import { FaucetButton } from '../components/FaucetButton.js'

const statuses = { connected: 'Connected', connecting: 'Connecting', disconnected: 'Not connected' }

/** What the hooks say at this moment. */
export function ReadOut({ faucetUrl }: { faucetUrl: string | undefined }) {
  const { address, status, connector } = useConnection()
  const { caipNetwork, chainId } = useChain()
  return (
    <section className="read-out" aria-label="Connection">
      <dl>
        <Fact name="Status">
          <span className="status" data-status={status} role="status">
            {statuses[status]}
          </span>
        </Fact>
        <Fact name="Address" className="address">
          <output id="acct">{address ?? 'none'}</output>
          {address && <CopyButton text={address} label="Copy address" />}
        </Fact>
        <Fact name="Wallet">{connector?.name ?? '–'}</Fact>
        <Fact name="Network">{caipNetwork?.name ?? 'Not in this app'}</Fact>
        <Fact name="Chain id">{chainId ?? '–'}</Fact>
        <Fact name="Balance">
          <Balance />
          {faucetUrl && <FaucetButton url={faucetUrl} />}
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Balance() {
  const { caipAddress } = useConnection()
  const { data, isPending, isError } = useBalances()
  if (!caipAddress) return '–'
  if (isPending) return <span className="waiting">Reading…</span>
  const native = data?.find(({ address }) => address === undefined)
  if (isError || !native) return 'Not available now'
  return `${showAmount(native.quantity.numeric)} ${native.symbol}`
}
