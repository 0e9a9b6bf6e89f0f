import { isLatchkeyError } from '@latchkey/core'
import type { FrameSecurity } from '@latchkey/protocol/internal/frame'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import { AccountTypeRow } from '../../../components/AccountTypeRow.js'
import { NameRow } from '../../../components/NameRow.js'
import { SecurityFacts } from '../../../components/SecurityFacts.js'
import { useLatchkey } from '../../../context.js'
import { useAccountStrings } from '../../../hooks/useAccountStrings.js'
import { useConfig } from '../../../hooks/useConfig.js'
import { useConnection } from '../../../hooks/useConnection.js'
import { useContactStrings } from '../../../hooks/useContactStrings.js'
import { useContacts } from '../../../hooks/useContacts.js'
import { useCurrency } from '../../../hooks/useCurrency.js'
import { useEmbedded } from '../../../hooks/useEmbedded.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Button } from '../../../primitives/Button.js'
import { Callout } from '../../../primitives/Callout.js'
import { Fact } from '../../../primitives/Fact.js'
import { Skeleton } from '../../../primitives/Skeleton.js'
import { lazyComponent } from '../../lazyComponent.js'

const ActingApps = lazyComponent(() => import('../../../components/ActingApps.js').then((file) => file.ActingApps))

/** The embedded wallet's e-mail, kind of account, apps that may act for it, devices, and who can restore it. */
export function AccountSettings() {
  const { config, modal, toasts } = useLatchkey()
  const strings = useAccountStrings()
  const contactStrings = useContactStrings()
  const { contacts } = useContacts()
  const { embedded, state, isActive } = useEmbedded()
  const { data: security, isError, isFetching, refetch } = useWalletSecurity()
  const [isShown, setIsShown] = useState(false)
  const showing = useRef<AbortController>(undefined)
  const view = useRef<HTMLDivElement>(null)
  useWalletGone()
  useEffect(() => () => showing.current?.abort(), [])

  // Other wallets have no settings here.
  const isOther = !isActive || !embedded
  useEffect(() => {
    if (isOther && modal.getState().open) modal.replace(modal.home())
  }, [isOther, modal])
  if (isOther) return null

  const show = async () => {
    if (isShown) return
    const controller = new AbortController()
    showing.current = controller
    setIsShown(true)
    try {
      await embedded.showSecurity({ signal: controller.signal })
    } catch (error) {
      const isLeft = controller.signal.aborted || isLatchkeyError(error, 'USER_REJECTED')
      if (!isLeft) toasts.show((error as Error).message || strings.unknownError, 'error')
    }
    if (controller.signal.aborted) return
    setIsShown(false)
    refetch()
  }

  return (
    <div className="lk-view lk-settings" ref={view} tabIndex={-1}>
      <dl className="lk-facts">
        {state?.email !== undefined && (
          <div className="lk-fact lk-settings-email">
            <dt>{strings.email}</dt>
            <dd dir="ltr" title={state.email}>
              {[...state.email.matchAll(/[@._-]*[^@._-]+[@._-]*/g)].map(({ 0: part, index }) => (
                // A line ends between the parts of an address and not within a word.
                <Fragment key={index}>
                  {part}
                  <wbr />
                </Fragment>
              ))}
            </dd>
            <dd>
              <button
                type="button"
                className="lk-text-button"
                onClick={() => modal.push({ view: 'UpdateEmailWallet' })}
              >
                {strings.editEmail}
                <span className="lk-hidden"> {strings.email}</span>
              </button>
            </dd>
          </div>
        )}
        <NameRow />
        <AccountTypeRow />
        {contacts.length > 0 && (
          <Fact label={contactStrings.contacts}>
            <button type="button" className="lk-text-button" onClick={() => modal.push({ view: 'Contacts' })}>
              {contactStrings.contactsSaved(contacts.length)}
              <span className="lk-hidden"> {contactStrings.contacts}</span>
            </button>
          </Fact>
        )}
        <CurrencyRow />
      </dl>
      {/* As high from the start as the facts will be: the button below stays where it is. */}
      <div className="lk-security">
        {security && <SecurityFacts security={security} />}
        {!security && !isError && <Skeleton rows={2} />}
        {!security && isError && (
          <>
            <Callout>{strings.securityFailed}</Callout>
            <Button kind="secondary" onClick={() => refetch()} busy={isFetching} disabled={isFetching}>
              {strings.retry}
            </Button>
          </>
        )}
      </div>
      {config.features.smartSessions && <ActingApps onMoved={() => view.current?.focus({ preventScroll: true })} />}
      {/* Not disabled meanwhile: the focus comes back to it when the wallet's own page leaves. */}
      <Button onClick={show} busy={isShown}>
        {strings.securityAction}
      </Button>
    </div>
  )
}

/** The security facts of the embedded wallet, while its account is active; fetched each time they are shown. */
function useWalletSecurity(): UseQueryResult<FrameSecurity, Error> {
  const config = useConfig()
  const { embedded, isActive } = useEmbedded()
  const { caipAddress, isConnected } = useConnection()
  return useQuery({
    queryKey: ['latchkey', config.uid, 'security', { account: caipAddress }],
    queryFn: embedded ? () => embedded.getSecurity() : () => Promise.reject(new Error('No embedded wallet')),
    enabled: embedded !== undefined && isActive && isConnected,
    retry: false,
  })
}

/** The display currency, with a button that opens the list. */
function CurrencyRow() {
  const { modal } = useLatchkey()
  const strings = useAccountStrings()
  const { currency } = useCurrency()
  return (
    <Fact label={strings.currency}>
      <button
        type="button"
        className="lk-text-button"
        data-picks="currency"
        aria-label={strings.chosenCurrency(currency.toUpperCase())}
        onClick={() => modal.push({ view: 'Currencies' })}
      >
        {currency.toUpperCase()}
      </button>
    </Fact>
  )
}
