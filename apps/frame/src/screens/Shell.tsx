/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './Icon.js'
import { readOrigin } from './readOrigin.js'
import { shortAddress } from './shortAddress.js'
import { strings } from './strings.js'
import { takeFocus } from './takeFocus.js'

/** The head of every screen. */
export type ShellFacts = {
  readonly walletName: string
  readonly origin: string
  /** The page's own name; shown only beside its origin. */
  readonly dappName: string | undefined
  readonly account: { readonly email: string | null; readonly address: string } | undefined
}

/**
 * One whole screen: who asks, for whose wallet, the words, and the buttons, which stay in sight. Escape leaves it, and the
 * focus starts on its title, so that no key pressed for something else answers it.
 */
export function Shell({
  facts,
  title,
  onClose,
  focusTitle = true,
  isBrief = false,
  children,
  footer,
}: {
  facts: ShellFacts
  title: string
  onClose: () => void
  focusTitle?: boolean
  /** The requesting site takes one line, and the account is shown below. */
  isBrief?: boolean
  children: ComponentChildren
  footer?: ComponentChildren
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useLayoutEffect(() => (focusTitle && heading.current ? takeFocus(heading.current) : undefined), [focusTitle])
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !event.isTrusted) return
      event.preventDefault()
      close.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const origin = readOrigin(facts.origin)
  const { account } = facts
  return (
    <main class="lf-screen" aria-labelledby="lf-title">
      <header class="lf-header">
        <div>
          <h1 id="lf-title" tabIndex={-1} ref={heading}>
            {title}
          </h1>
          <p class="lf-wallet">{facts.walletName}</p>
        </div>
        <button type="button" class="lf-icon-button" aria-label={strings.close} title={strings.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <section class="lf-who" data-brief={isBrief || undefined}>
        <div class="lf-who-line">
          <span class="lf-who-picture">
            <Icon name="site" size={16} />
          </span>
          <p>
            <strong class="lf-origin" dir="ltr">
              {origin.text}
            </strong>
            {facts.dappName && <span class="lf-soft lf-dapp">{facts.dappName}</span>}
            {origin.unicode && <span class="lf-soft">{strings.inUnicode(origin.unicode)}</span>}
          </p>
        </div>
        {account && !isBrief && (
          <div class="lf-who-line">
            <span class="lf-who-picture">
              <Icon name="mail" size={16} />
            </span>
            <p>
              <span class="lf-email">{account.email ?? strings.signedInAs}</span>
              <span class="lf-soft lf-number" title={account.address} dir="ltr">
                {shortAddress(account.address)}
              </span>
            </p>
          </div>
        )}
        {origin.isMixed && (
          <p class="lf-note" data-tone="danger" role="alert">
            <Icon name="warning" size={16} />
            <span>{strings.mixedScripts}</span>
          </p>
        )}
      </section>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, and this groups text */}
      <div class="lf-body" role="group" aria-labelledby="lf-title">
        {children}
      </div>
      {footer && <footer class="lf-footer">{footer}</footer>}
    </main>
  )
}
