import { createRoot } from 'react-dom/client'
import { OwnModalContext } from './context.js'
import type { ModalStore } from './modal/store.js'
import { LatchkeyProvider, type LatchkeyProviderProps } from './provider.js'

type Props = Omit<LatchkeyProviderProps, 'children'>

/** A modal in a root of its own. */
export type MountedModal = { update(props: Props): void; unmount(): void }

/** Draws a modal at the end of the page, where no app of React does. */
export function mountModal(modal: ModalStore, props: Props): MountedModal {
  const container = document.createElement('div')
  container.dataset.lkModal = ''
  document.body.append(container)
  const root = createRoot(container)
  const update = (next: Props) =>
    root.render(
      <OwnModalContext.Provider value={modal}>
        <LatchkeyProvider {...next}>{null}</LatchkeyProvider>
      </OwnModalContext.Provider>,
    )
  update(props)
  return {
    update,
    unmount() {
      root.unmount()
      container.remove()
    },
  }
}
