import { Component, lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useLatchkey } from '../context.js'

const loadModal = () => import('./Modal.js')
const lazyModal = () => lazy(() => loadModal().then(({ Modal }) => ({ default: Modal })))

/** Fetches the modal's code before it is needed. */
export async function preloadModal(): Promise<void> {
  await loadModal().catch(() => {})
}

/** Draws the modal from the first time it is opened; until then it costs nothing. */
export function ModalHost() {
  const { modal } = useLatchkey()
  const { open } = useSyncExternalStore(modal.subscribe, modal.getState, modal.getState)
  const [wanted, setWanted] = useState(false)
  const [attempt, setAttempt] = useState(() => ({ count: 0, Modal: lazyModal() }))
  useEffect(() => {
    if (open) setWanted(true)
  }, [open])
  const { count, Modal } = attempt
  // Code that did not arrive, or a view that broke: the page stays whole, and the next click tries afresh.
  const startOver = () => {
    modal.destroy()
    setWanted(false)
    setAttempt({ count: count + 1, Modal: lazyModal() })
  }
  return open || wanted ? (
    <Boundary key={count} onError={startOver}>
      <Suspense fallback={null}>
        <Modal />
      </Suspense>
    </Boundary>
  ) : null
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
