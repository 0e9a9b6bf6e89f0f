import type { Chain } from '@latchkey/core'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLatchkey } from '../context.js'
import { afterPaint } from '../hooks/afterPaint.js'
import { useChain } from '../hooks/useChain.js'
import { useConnection } from '../hooks/useConnection.js'
import { useModal } from '../hooks/useModal.js'
import { usePreload } from '../modal/usePreload.js'
import { useThemeProps } from '../theme/useThemeProps.js'
import { AccountButton } from './AccountButton.js'

/** What `<ConnectButton>` takes. */
export type ConnectButtonProps = {
  /** Default `md`. */
  readonly size?: 'sm' | 'md' | 'lg'
  /** What it says before a wallet is connected. */
  readonly label?: ReactNode
  /** Shows the native balance beside the account. Default true. */
  readonly showBalance?: boolean
}

/** What the render function of `<ConnectButton.Custom>` is given. */
export type ConnectButtonRenderProps = {
  readonly address: string | undefined
  readonly status: 'disconnected' | 'connecting' | 'connected'
  readonly isConnected: boolean
  readonly isOpen: boolean
  /** The active chain; undefined while the wallet is on one that the app does not list. */
  readonly chain: Chain | undefined
  /** False on a server and until the page is hydrated: what is drawn then is the same for every visitor. */
  readonly mounted: boolean
  /** Opens the wallets, or the account of who is connected. */
  readonly open: () => void
  /** Opens the account. */
  readonly openAccountModal: () => void
  /** Opens the list of chains. */
  readonly openChainModal: () => void
  /** Opens the wallets. */
  readonly openConnectModal: () => void
  /** Fetches the modal and its pictures ahead of the click; call it on hover and focus. Waits 2 s at most. */
  readonly preload: () => Promise<void>
}

/**
 * One button for everything: it connects, and then shows the account. `<ConnectButton.Custom>` leaves the drawing to you.
 *
 * @param props - See {@link ConnectButtonProps}.
 * @returns A button that opens the modal.
 *
 * @example
 * import { ConnectButton } from '@latchkey/react'
 * export const Ours = () => <ConnectButton size="lg" />
 * export const Yours = () => (
 *   <ConnectButton.Custom>{({ open, address }) => <button onClick={open}>{address ?? 'Log in'}</button>}</ConnectButton.Custom>
 * )
 * export const Chain = () => (
 *   <ConnectButton.Custom>
 *     {({ mounted, isConnected, chain, openChainModal }) =>
 *       mounted && isConnected && <button onClick={openChainModal}>{chain?.name ?? 'Wrong network'}</button>
 *     }
 *   </ConnectButton.Custom>
 * )
 */
export function ConnectButton({ size = 'md', label, showBalance = true }: ConnectButtonProps) {
  const { strings } = useLatchkey()
  const { address, status } = useConnection()
  const { open, isOpen } = useModal()
  const preload = usePreload()
  const button = useRef<HTMLButtonElement>(null)
  const theme = useThemeProps(button)
  const account = useRef<HTMLButtonElement>(null)
  const isOpener = useRef(false)
  useEffect(() => {
    if (isOpen || !isOpener.current) return
    isOpener.current = false
    // The button that the focus would go back to is gone; keyboard users go on from the one in its place.
    // Not before the modal is seen to go: to move the focus has all styles computed at once.
    return afterPaint(() => {
      if (document.activeElement?.matches('body, dialog:not([open]) *')) account.current?.focus({ preventScroll: true })
    })
  }, [isOpen])
  if (address) return <AccountButton ref={account} size={size} showBalance={showBalance} />
  return (
    <button
      ref={button}
      type="button"
      className="lk-connect-button"
      data-testid="lk-connect"
      {...theme}
      data-size={size}
      data-balance={(showBalance && size !== 'sm') || undefined}
      data-status={status}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => {
        isOpener.current = true
        open()
      }}
    >
      {status === 'connecting' && <span className="lk-spinner" aria-hidden="true" />}
      <span dir="auto">{status === 'connecting' ? strings.connecting : (label ?? strings.connect)}</span>
    </button>
  )
}

function Custom({ children }: { children: (props: ConnectButtonRenderProps) => ReactNode }) {
  const { address, status, isConnected } = useConnection()
  const { caipNetwork: chain } = useChain()
  const { open, isOpen } = useModal()
  const preload = usePreload()
  const mounted = useSyncExternalStore(never, isMounted, isNotMounted)
  return children({
    address,
    status,
    isConnected,
    isOpen,
    chain,
    mounted,
    open: () => open(),
    openAccountModal: () => open({ view: 'Account' }),
    openChainModal: () => open({ view: 'Networks' }),
    openConnectModal: () => open({ view: 'Connect' }),
    preload,
  })
}

const never = () => () => {}
const isMounted = () => true
const isNotMounted = () => false

ConnectButton.Custom = Custom
