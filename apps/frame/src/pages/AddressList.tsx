/** @jsxImportSource preact */
import type { Addresses } from '../worker/keys.js'
import type { ImportedKeys } from '../worker/parseSecret.js'
import { strings } from './strings.js'

/** The addresses of a wallet, each whole, with what it is for; those of `only` where it names any. */
export function AddressList({
  addresses: { eip155, solana, bip122 },
  only = [],
}: {
  addresses: Addresses
  only?: readonly (keyof ImportedKeys)[]
}) {
  const { addressNames: names } = strings
  const imported = { evm: [names.eip155, eip155], solana: [names.solana, solana] } as const
  const lines =
    only.length > 0
      ? only.map((name) => imported[name])
      : [
          imported.evm,
          imported.solana,
          [names.payment, bip122.payment] as const,
          [names.ordinal, bip122.ordinal] as const,
        ]
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
