import type { Face } from '../contracts.js'

/**
 * Draws what a person is asked over a page of the wallet, which is inert meanwhile.
 *
 * @param open - Makes the face in an element.
 * @returns The face.
 */
export function inDialog(open: (root: HTMLElement) => Face): Face {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.className = 'lp-face'
  // The screen itself decides what leaving means.
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  const face = open(dialog.appendChild(document.createElement('div')))
  let asked = 0
  return {
    ...face,
    async ask(screen, options) {
      if (asked++ === 0) dialog.showModal()
      try {
        await face.ask(screen, options)
      } finally {
        if (--asked === 0) dialog.close()
      }
    },
  }
}
