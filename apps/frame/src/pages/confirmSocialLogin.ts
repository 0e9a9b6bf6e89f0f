import { guardPresses } from './guardPresses.js'
import { strings } from './strings.js'

/**
 * Asks in the wallet's own window whether a sign-in at a provider goes on to the site that began it. A provider may agree by itself, so
 * until this press the user has not asked for it.
 *
 * @param root - Where it is drawn.
 * @param origin - The site, or the wallet itself where one of its own windows began it.
 * @returns Whether it was pressed; a press counts as in all windows of the wallet.
 */
export function confirmSocialLogin(root: HTMLElement, origin: string): Promise<boolean> {
  const box = root.appendChild(document.createElement('main'))
  box.className = 'lp-page'
  function add(to: HTMLElement, tag: string, className: string, text = ''): HTMLElement {
    const element = to.appendChild(document.createElement(tag))
    element.className = className
    element.textContent = text
    return element
  }
  const isOwn = origin === location.origin
  add(add(box, 'header', 'lp-header'), 'h1', '', isOwn ? strings.socialOwnTitle : strings.socialTitle)
  const part = add(box, 'section', 'lp-part')
  add(part, 'strong', 'lf-break', origin).dir = 'ltr'
  add(part, 'p', '', isOwn ? strings.socialOwnLead : strings.socialLead)
  const buttons = add(part, 'div', 'lp-buttons')
  const yes = add(buttons, 'button', 'lf-button', strings.emailNext)
  yes.dataset.kind = 'primary'
  const no = add(buttons, 'button', 'lf-button', strings.cancel)
  no.dataset.kind = 'secondary'
  const end = guardPresses()
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => () => {
      end()
      box.remove()
      resolve(isYes)
    }
    yes.addEventListener('click', answer(true))
    no.addEventListener('click', answer(false))
  })
}
