import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useLatchkey } from '../context.js'

const loadModal = () => import('./Modal.js')
const Modal = lazy(() => loadModal().then(({ Modal }) => ({ default: Modal })))

/** Fetches the modal's code before it is needed: at the first sign that somebody will open it. */
export function preloadModal(): void {
  loadModal().catch(() => {})
}

/** Draws the modal from the first time it is opened; until then it costs nothing. */
export function ModalHost() {
  const { modal } = useLatchkey()
  const { open } = useSyncExternalStore(modal.subscribe, modal.getState, modal.getState)
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (open) setWanted(true)
  }, [open])
  return open || wanted ? (
    <Suspense fallback={null}>
      <Modal />
    </Suspense>
  ) : null
}
