import type { Config } from '@latchkey/core'
import { Component, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useLatchkey } from '../context.js'
import { useThemeProps } from '../theme/useThemeProps.js'
import { lazyComponent } from './lazyComponent.js'
import { whenIdle } from './whenIdle.js'

const Modal = /* @__PURE__ */ lazyComponent(() => import('./Modal.js').then(({ Modal }) => Modal))

/** Fetches the modal's code before it is needed, and with a config the pictures that it begins with. */
export async function preloadModal(config?: Config): Promise<void> {
  // What does not arrive is fetched again when it is shown; a picture is left out.
  const pictures = config && import('./Modal.js').then(({ preloadPictures }) => preloadPictures(config))
  await Promise.allSettled([Modal.preload(), pictures])
}

/** Draws the modal once it is likely to be opened; until then it costs nothing but an idle moment's fetch. */
export function ModalHost() {
  const { modal } = useLatchkey()
  const { open, warm } = useSyncExternalStore(modal.subscribe, modal.getState, modal.getState)
  const [attempt, setAttempt] = useState(0)
  // A finger does not hover before it taps, so the code is fetched as soon as the page has nothing else to do.
  useEffect(() => {
    let stop = whenIdle(async () => {
      await preloadModal()
      // Drawn in turns of their own, closed: a pointer or a finger that comes to the button would wait for it.
      if (!stop) return
      stop = whenIdle(() => {
        modal.warm()
        stop = whenIdle(modal.prepare)
      })
    })
    return () => {
      stop?.()
      stop = undefined
    }
  }, [modal])
  // Code that did not arrive, or a view that broke: the page stays whole, and the next click tries afresh.
  const startOver = () => {
    modal.destroy()
    setAttempt((count) => count + 1)
  }
  if (isTooOld()) return open ? <Outdated /> : null
  return warm ? (
    <Boundary key={attempt} onError={startOver}>
      <Modal />
    </Boundary>
  ) : null
}

/** Replaces the modal in browsers that are too old for it: a toast that stays. */
function Outdated() {
  const { modal, strings } = useLatchkey()
  const theme = useThemeProps()
  return (
    <div className="lk-toast" role="alert" {...theme} style={{ ...theme.style, display: 'flex', zIndex: 2147483647 }}>
      <span>{strings.outdated}</span>
      <button
        type="button"
        className="lk-icon-button"
        style={{ background: 'none', color: 'inherit' }}
        aria-label={strings.close}
        onClick={modal.close}
      >
        ✕
      </button>
    </div>
  )
}

class Boundary extends Component<{ children: ReactNode; onError: () => void }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch() {
    this.props.onError()
  }
  override render() {
    return this.state.failed ? null : this.props.children
  }
}

/**
 * Returns whether the browser lacks what the modal and the calls behind it cannot do without.
 *
 * @returns True for a browser that the modal would break in.
 */
function isTooOld(): boolean {
  // jsdom has no modal dialogs either, and is where apps are tested.
  if (/jsdom/.test(globalThis.navigator?.userAgent)) return false
  return typeof HTMLDialogElement === 'undefined' || !HTMLDialogElement.prototype.showModal || !('any' in AbortSignal)
}
