import { element } from '../../wallets/element.js'
import type { PhoneAnswer, PhoneQuestion } from '../phoneWallet.js'
import { drawQuestion } from './drawQuestion.js'

type Waiting = { question: PhoneQuestion; signal: AbortSignal; settle: (answer: PhoneAnswer) => void }

/**
 * Creates the sheet on which the person is asked, one question after another. Escape says no.
 *
 * @param phone - The element that is the phone.
 */
export function createSheet(
  phone: HTMLElement,
): (question: PhoneQuestion, signal: AbortSignal) => Promise<PhoneAnswer> {
  const waiting: Waiting[] = []
  let isOpen = false

  function next(): void {
    const item = waiting.shift()
    isOpen = item !== undefined
    if (item === undefined) return
    if (item.signal.aborted) next()
    else show(item)
  }

  function show({ question, signal, settle }: Waiting): void {
    const { content, yes, answer } = drawQuestion(question)
    const reject = element('button', { type: 'button', 'data-testid': 'phone-reject' }, 'Reject')
    const approve = element('button', { type: 'button', class: 'main', 'data-testid': 'phone-approve' }, yes)
    const dialog = element(
      'dialog',
      { 'aria-labelledby': 'title', 'data-testid': 'phone-question', 'data-kind': question.kind },
      element('div', { class: 'question' }, ...content),
      element('footer', {}, reject, approve),
    )
    let given: PhoneAnswer = false
    const close = () => dialog.close()
    // Without a network there is nothing to connect with.
    dialog.addEventListener('change', () => {
      const now = answer()
      approve.disabled = typeof now === 'object' && now.chains.length === 0
    })
    approve.addEventListener('click', () => {
      given = answer()
      close()
    })
    reject.addEventListener('click', close)
    signal.addEventListener('abort', close, { once: true })
    dialog.addEventListener('close', () => {
      signal.removeEventListener('abort', close)
      dialog.remove()
      settle(given)
      next()
    })
    phone.append(dialog)
    dialog.showModal()
  }

  return (question, signal) =>
    new Promise((settle) => {
      waiting.push({ question, signal, settle })
      if (!isOpen) next()
    })
}
