/** The wallet's frame, in a dialog of its own. */
export type MountedFrame = {
  /** The frame's element; `load` fires for each new document. */
  readonly element: {
    addEventListener(type: 'load', listener: () => void): void
    removeEventListener(type: 'load', listener: () => void): void
  }
  /** The window to post to; null before the frame is mounted. */
  readonly window: Pick<Window, 'postMessage'> | null
  /** Loads the wallet's page again. */
  reload(): void
  /** Shows the frame above everything else; `isAlone` when no backdrop of ours is behind it. */
  show(isAlone: boolean): void
  hide(): void
  remove(): void
}

/** Mounts the frame, hidden. */
export type MountFrame = (options: {
  readonly url: URL
  readonly title: string
  readonly onLoad: () => void
  /** The frame cannot load, with the reason where it is known. */
  readonly onError: (reason?: string) => void
  /** Escape was pressed outside of the frame. */
  readonly onCancel: () => void
}) => MountedFrame

/**
 * Mounts the frame, hidden, and never moves it: a moved frame reloads. It fades in over the card behind it. While translucent
 * it counts itself as covered, and approves nothing.
 */
export const mountFrame: MountFrame = ({ url, title, onLoad, onError, onCancel }) => {
  const iframe = document.createElement('iframe')
  iframe.id = 'w3m-iframe'
  iframe.name = 'w3m-secure-iframe'
  iframe.title = title
  iframe.referrerPolicy = 'origin'
  iframe.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
  )
  const { origin } = url
  iframe.allow = `publickey-credentials-get ${origin}; publickey-credentials-create ${origin}; clipboard-write ${origin}`
  iframe.addEventListener('load', onLoad)
  iframe.src = url.href

  // A frame fires no error event, but a CSP violation is reported at once.
  const onViolation = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin))
      onError(`Content-Security-Policy blocks ${origin}: add it to frame-src.`)
  }
  document.addEventListener('securitypolicyviolation', onViolation)

  let isWanted = false
  let tries = 1
  const dialog = document.createElement('dialog')
  dialog.dataset.latchkeyFrame = ''
  dialog.setAttribute('aria-label', title)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    onCancel()
  })
  // Any other close (a script of the page, a second Escape) cancels the open task, or it could not be answered any more.
  dialog.addEventListener('close', () => {
    if (isWanted && !dialog.open) onCancel()
  })
  dialog.append(iframe)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
  document.body.append(dialog)

  return {
    element: iframe,
    get window() {
      return iframe.contentWindow
    },
    reload() {
      // The same URL would queue in the browser's cache behind a load that never completed.
      const again = new URL(url)
      again.searchParams.set('try', String(++tries))
      iframe.src = again.href
    },
    show(isAlone) {
      isWanted = true
      dialog.toggleAttribute('data-alone', isAlone)
      if (!dialog.open) dialog.showModal()
      iframe.focus()
    },
    hide() {
      isWanted = false
      dialog.close()
    },
    remove() {
      isWanted = false
      document.removeEventListener('securitypolicyviolation', onViolation)
      dialog.remove()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    },
  }
}

// A constructed style sheet works where the CSP forbids inline styles.
const styles = `
dialog[data-latchkey-frame] {
  inset: 0; margin: auto; padding: 0; border: 0; background: none; overflow: hidden;
  width: 380px; height: 600px; max-width: 100vw; max-height: calc(100dvh - 32px); border-radius: var(--lk-radius, 20px);
  opacity: 0; pointer-events: none;
  transition: opacity 150ms ease-out, overlay 150ms allow-discrete, display 150ms allow-discrete;
}
dialog[data-latchkey-frame][open] { opacity: 1; pointer-events: auto; }
@starting-style { dialog[data-latchkey-frame][open] { opacity: 0; } }
dialog[data-latchkey-frame]::backdrop { background: none; }
dialog[data-latchkey-frame][data-alone]::backdrop { background: rgb(0 0 0 / 0.45); }
dialog[data-latchkey-frame] > iframe { display: block; width: 100%; height: 100%; border: 0; color-scheme: normal; }
@media (max-width: 430px) {
  dialog[data-latchkey-frame] { inset: auto 0 0; margin: 0; width: 100%; max-height: calc(100dvh - 24px);
    border-radius: var(--lk-radius, 20px) var(--lk-radius, 20px) 0 0; }
}`
