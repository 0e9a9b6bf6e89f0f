/** @jsxImportSource preact */
import type { Addresses } from '../worker/keys.js'
import { strings } from './strings.js'

/** All addresses of a wallet, each whole, with what it is for. */
export function AddressList({ addresses: { eip155, solana, bip122 } }: { addresses: Addresses }) {
  const { addressNames: names } = strings
  const lines = [
    [names.eip155, eip155],
    [names.solana, solana],
    [names.payment, bip122.payment],
    [names.ordinal, bip122.ordinal],
  ] as const
  return (
    <dl class="lp-addresses">
      {lines.map(([name, address]) => (
        <div key={address}>
          <dt class="lf-soft lf-small">{name}</dt>
          <dd class="lf-break" dir="ltr">
            {address}
          </dd>
        </div>
      ))}
    </dl>
  )
}
