import { type AccountId, showAmount } from '@latchkey/core'
import { getBalancesQueryOptions, getIdentityQueryOptions } from '@latchkey/core/query'
import { useQueryClient } from '@tanstack/react-query'
import { forwardRef, useEffect, useState } from 'react'
import { useLatchkey } from '../context.js'
import { afterPaint } from '../hooks/afterPaint.js'
import { useBalances } from '../hooks/useBalances.js'
import { useChain } from '../hooks/useChain.js'
import { useConfig } from '../hooks/useConfig.js'
import { useConnection } from '../hooks/useConnection.js'
import { useIdentity } from '../hooks/useIdentity.js'
import { useModal } from '../hooks/useModal.js'
import { useConfigState } from '../hooks/useSnapshot.js'
import { usePreload } from '../modal/usePreload.js'
import { Avatar } from '../primitives/Avatar.js'
import { shorten } from '../primitives/shorten.js'
import { useThemeProps } from '../theme/useThemeProps.js'

/** What `<AccountButton>` takes. */
export type AccountButtonProps = {
  /** Default `md`. */
  readonly size?: 'sm' | 'md' | 'lg'
  /** Shows the native balance. Default true. */
  readonly showBalance?: boolean
}

/**
 * The connected account as a button that opens it; nothing while nobody is connected.
 *
 * @param props - See {@link AccountButtonProps}; a `ref` gets the button.
 * @returns A button, or nothing.
 *
 * @example
 * import { AccountButton } from '@latchkey/react'
 * <AccountButton />
 */
export const AccountButton = /* @__PURE__ */ forwardRef<HTMLButtonElement, AccountButtonProps>(function AccountButton(
  { size = 'md', showBalance = true },
  ref,
) {
  const { address, caipAddress, status } = useConnection()
  const { open, isOpen } = useModal()
  const preload = usePreload()
  const theme = useThemeProps()
  if (!address) return null
  const hasBalance = showBalance && size !== 'sm'
  return (
    <button
      ref={ref}
      type="button"
      className="lk-account-button"
      data-testid="lk-account"
      {...theme}
      data-size={size}
      data-balance={hasBalance || undefined}
      data-status={status}
      title={address}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => open()}
    >
      <span className="lk-account-button-id">
        <Avatar address={address} size={20} />
        <AccountName address={address} />
      </span>
      {hasBalance && <Balance account={caipAddress} />}
    </button>
  )
})

/** The label or ENS name of the address; asking for the name begins once the address is on the screen. */
function AccountName({ address }: { address: string }) {
  const config = useConfig()
  const { active, details } = useConfigState(config)
  const { caipNetwork } = useChain()
  const label = details?.[active]?.addressLabels?.[address]
  const isKnown = useIsCached(() => getIdentityQueryOptions(config, { address, chainId: caipNetwork?.caipNetworkId }))
  const canAsk = (useAfterPaint() || isKnown) && label === undefined
  return canAsk ? <IdentityName address={address} /> : <NameText address={address} name={label} />
}

function IdentityName({ address }: { address: string }) {
  const { data: identity } = useIdentity()
  return <NameText address={address} name={identity?.name} />
}

function NameText({ address, name }: { address: string; name: string | null | undefined }) {
  const { strings } = useLatchkey()
  const shown = name ?? shorten(address)
  return (
    <>
      <span className="lk-hidden">{strings.openAccount(shown)}</span>
      <bdi className="lk-account-button-name" data-named={name ? true : undefined} aria-hidden="true">
        {shown}
      </bdi>
    </>
  )
}

/** The address is what was waited for: asking for what it owns begins once it is on the screen. */
function Balance({ account }: { account: AccountId | undefined }) {
  const config = useConfig()
  const isKnown = useIsCached(() => getBalancesQueryOptions(config, { account }))
  return useAfterPaint() || isKnown ? <NativeBalance /> : <Pulse />
}

function Pulse() {
  return <span className="lk-account-button-balance lk-pulse" aria-hidden="true" />
}

function NativeBalance() {
  const { data, isPending } = useBalances()
  const native = data?.find(({ address }) => address === undefined)
  if (isPending) return <Pulse />
  if (!native) return null
  const { numeric } = native.quantity
  const whole = `${showAmount(numeric)} ${native.symbol}`
  // From a thousand on there is no room for every digit beside the address; the whole amount is shown on hover.
  const isLong = Number(numeric) >= 1_000
  return (
    <span className="lk-account-button-balance lk-number" dir="auto" title={whole}>
      {isLong ? `${inShort(Number(numeric))} ${native.symbol}` : whole}
    </span>
  )
}

function inShort(amount: number): string {
  return new Intl.NumberFormat(undefined, {
    notation: 'compact',
    maximumSignificantDigits: 4,
    roundingMode: 'trunc',
  }).format(amount)
}

/** Whether the cache has an answer. An empty one, as most have before the first connect, is not searched: keys take time to make. */
function useIsCached(options: () => { readonly queryKey: readonly unknown[] }): boolean {
  const client = useQueryClient()
  return client.getQueryCache().getAll().length > 0 && client.getQueryData(options().queryKey) !== undefined
}

/** False until the first paint: what can wait for it does not hold it up. */
function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return painted
}
