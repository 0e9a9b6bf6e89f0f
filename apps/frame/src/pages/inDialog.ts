import type { Screens } from '../types.js'

/**
 * Renders a dialog over a page of the wallet, which is inert meanwhile.
 *
 * @param open - Makes the screens in an element.
 * @returns The screens.
 */
export function inDialog(open: (root: HTMLElement) => Screens): Screens {
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.className = 'lp-dialog'
  // The screen itself decides what leaving means.
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  const screens = open(dialog.appendChild(document.createElement('div')))
  let asked = 0
  return {
    ...screens,
    async ask(screen, options) {
      if (asked++ === 0) dialog.showModal()
      try {
        await screens.ask(screen, options)
      } finally {
        if (--asked === 0) dialog.close()
      }
    },
  }
}
