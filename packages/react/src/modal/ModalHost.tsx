import { Component, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useLatchkey } from '../context.js'
import { later } from './later.js'

const Modal = later(() => import('./Modal.js').then(({ Modal }) => Modal))

/** Fetches the modal's code before it is needed. */
export async function preloadModal(): Promise<void> {
  await Modal.preload().catch(() => {})
}

/** Draws the modal from the first time it is opened; until then it costs nothing. */
export function ModalHost() {
  const { modal } = useLatchkey()
  const { open } = useSyncExternalStore(modal.subscribe, modal.getState, modal.getState)
  const [wanted, setWanted] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (open) setWanted(true)
  }, [open])
  // Code that did not arrive, or a view that broke: the page stays whole, and the next click tries afresh.
  const startOver = () => {
    modal.destroy()
    setWanted(false)
    setAttempt((count) => count + 1)
  }
  return open || wanted ? (
    <Boundary key={attempt} onError={startOver}>
      <Modal />
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
