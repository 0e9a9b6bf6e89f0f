/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../screens/Icon.js'

/** One page of the wallet: its name above, what it is about, and its parts below each other. */
export function Page({
  walletName,
  title,
  account,
  children,
}: {
  walletName: string
  title: string
  account?: string | undefined
  children: ComponentChildren
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${walletName}`
    heading.current?.focus({ preventScroll: true })
  }, [title, walletName])
  return (
    <main class="lp-page">
      <header class="lp-header">
        <p class="lf-wallet">{walletName}</p>
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {account && <p class="lf-soft lf-small lf-break">{account}</p>}
      </header>
      {children}
    </main>
  )
}

/** One part of a page, under a heading of its own. */
export function Part({ title, children }: { title?: string; children: ComponentChildren }) {
  return (
    <section class="lp-part">
      {title && <h2>{title}</h2>}
      {children}
    </section>
  )
}

/** Something that happened, good or bad, in one or two sentences. */
export function Note({ tone, children }: { tone: 'danger' | 'warning' | 'success'; children: ComponentChildren }) {
  return (
    <p class="lf-note" data-tone={tone} role={tone === 'success' ? 'status' : 'alert'}>
      <Icon name={tone === 'success' ? 'check' : 'warning'} size={16} />
      <span>{children}</span>
    </p>
  )
}

/** A button of a page. */
export function Button({
  kind = 'secondary',
  isOff = false,
  onPress,
  children,
}: {
  kind?: 'primary' | 'secondary' | 'danger'
  isOff?: boolean
  onPress?: () => void
  children: ComponentChildren
}) {
  return (
    <button
      type={onPress ? 'button' : 'submit'}
      class="lf-button"
      data-kind={kind}
      disabled={isOff}
      {...(onPress ? { onClick: onPress } : {})}
    >
      {children}
    </button>
  )
}
