import type { EmbeddedWallet } from '@latchkey/core'
import type { ModalStore } from './store.js'

/** Who presented a wallet's frame last: one that goes must not take it from one that came. */
const presenters = new WeakMap<EmbeddedWallet, object>()

/**
 * Shows the frame of an embedded wallet together with the modal: what is to be approved opens the modal first, so that the
 * frame lies above it, and leaves it as it was. A request that the wallet takes from no page opens the
 * modal too.
 *
 * @param modal - The modal.
 * @param embedded - The wallet.
 * @returns A function that gives the frame back to its wallet.
 */
export function presentFrame(modal: ModalStore, embedded: EmbeddedWallet): () => void {
  let approving: { readonly isAlone: boolean; show(): void; hide(): void } | undefined

  function leave(): void {
    const ended = approving
    approving = undefined
    if (!ended) return
    ended.hide()
    const { open, stack } = modal.getState()
    if (!open || stack.at(-1)?.view !== 'ApproveTransaction') return
    if (!ended.isAlone) modal.back()
    // A network that must be left keeps the modal open.
    else if (!modal.close()) modal.reset(modal.home())
  }

  const self = {}
  presenters.set(embedded, self)
  embedded.present((task, frame) => {
    if (task !== 'approve') return frame.show()
    let isShown = false
    const show = () => {
      if (!isShown) frame.show()
      isShown = true
    }
    const isAlone = approving?.isAlone ?? !modal.getState().open
    approving = { isAlone, show, hide: () => frame.hide() }
    const route = { view: 'ApproveTransaction', data: { onReady: show } } as const
    if (modal.getState().stack.at(-1)?.view === 'ApproveTransaction' && modal.getState().open) modal.replace(route)
    else if (isAlone) modal.open(route)
    else modal.push(route)
  })
  // Who is signed in may be asked at any time: the view is here then, and the card opens as high as the wallet's window.
  const expectApproval = () => {
    if (embedded.getState().email !== undefined) modal.expect('ApproveTransaction')
  }
  expectApproval()
  const stopWallet = embedded.subscribe(() => {
    expectApproval()
    if (embedded.getState().task !== 'approve') leave()
  })
  const stopModal = modal.subscribe(() => {
    const { open, stack } = modal.getState()
    if (open || !approving) return
    // The modal itself broke, or its code did not arrive: the frame needs neither.
    if (stack.length === 0) return approving.show()
    approving = undefined
    embedded.rejectPending()
  })
  const stopRefusals = embedded.onRefusal(() => {
    // What waited is rejected with it, and would take the modal away again.
    if (approving || !modal.getState().open) modal.open()
    approving = undefined
  })
  return () => {
    stopRefusals()
    stopWallet()
    stopModal()
    approving = undefined
    if (presenters.get(embedded) === self) embedded.present(undefined)
  }
}
