import type { ApprovalRequest } from './approvalRequest.js'
import { approvalStyle } from './approvalStyle.js'
import { describeApproval, shortAddress } from './describeApproval.js'
import { element } from './element.js'
import { testIcon } from './testIcon.js'

/** Asks the person; requests that come meanwhile wait for their turn. */
export type AskPerson = (request: ApprovalRequest, signal: AbortSignal) => Promise<boolean>

type Waiting = { request: ApprovalRequest; signal: AbortSignal; settle: (approved: boolean) => void }

/**
 * Creates the approve/reject window of the test wallet. It is a native modal dialog, so it stands above every dialog of
 * the page, keeps the focus and gives it back; its styles are constructed, so a strict CSP does not strip them.
 */
export function createApprovalWindow(): AskPerson {
  const waiting: Waiting[] = []
  let current: Waiting | undefined
  let host: HTMLElement | undefined
  let count = () => {}

  const place = (): ShadowRoot => {
    if (host?.shadowRoot && host.isConnected) return host.shadowRoot
    host = element('div', { 'data-latchkey-test-wallet': '' })
    const root = host.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(approvalStyle)
    root.adoptedStyleSheets = [sheet]
    document.body.append(host)
    return root
  }

  const next = () => {
    current = waiting.shift()
    if (current === undefined) {
      host?.remove()
      host = undefined
      return
    }
    show(current)
  }

  const show = (item: Waiting) => {
    const { dialog, note, approve, reject } = drawApproval(item.request)
    let approved = false
    count = () => {
      note.textContent = waiting.length === 0 ? '' : `${waiting.length} more waiting`
    }
    const onAbort = () => dialog.close()
    approve.addEventListener('click', () => {
      approved = true
      dialog.close()
    })
    reject.addEventListener('click', () => dialog.close())
    // The page must not take keys and clicks in the wallet for its own: Escape would close its modal too.
    for (const event of [
      'keydown',
      'keyup',
      'keypress',
      'pointerdown',
      'pointerup',
      'mousedown',
      'mouseup',
      'click',
      'focusin',
      'focusout',
    ]) {
      dialog.addEventListener(event, (happened) => happened.stopPropagation())
    }
    dialog.addEventListener('close', () => {
      item.signal.removeEventListener('abort', onAbort)
      dialog.remove()
      item.settle(approved)
      next()
    })
    count()
    place().append(dialog)
    dialog.showModal()
    item.signal.addEventListener('abort', onAbort, { once: true })
  }

  return (request, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve(false)
      const item: Waiting = { request, signal, settle: resolve }
      waiting.push(item)
      signal.addEventListener(
        'abort',
        () => {
          const index = waiting.indexOf(item)
          if (index < 0) return
          waiting.splice(index, 1)
          count()
          resolve(false)
        },
        { once: true },
      )
      if (current === undefined) next()
      else count()
    })
}

/** Draws the window of one request. */
function drawApproval(request: ApprovalRequest) {
  const text = describeApproval(request)
  const note = element('span', { class: 'waiting', role: 'status' })
  const reject = element('button', { type: 'button', class: 'reject', 'data-testid': 'test-wallet-reject' }, 'Reject')
  const approve = element(
    'button',
    { type: 'button', class: 'approve', 'data-testid': 'test-wallet-approve' },
    'Approve',
  )
  // No landmarks: those belong to the page that this window stands in.
  const main = element(
    'div',
    { class: 'body' },
    element(
      'div',
      {},
      element('p', { class: 'site' }, request.origin),
      element('h2', { id: 'title', tabindex: '-1', autofocus: '' }, text.title),
    ),
  )
  if (text.warning !== undefined) main.append(element('p', { class: 'warning' }, text.warning))
  if (text.hero !== undefined) main.append(element('p', { class: 'hero' }, text.hero))
  if (text.lead !== undefined) main.append(element('p', { class: 'lead' }, text.lead))
  if (text.body !== undefined) {
    const kind = request.kind === 'message' ? 'message' : 'data'
    main.append(element('pre', { class: kind, tabindex: '0', 'aria-label': 'What is signed' }, text.body))
  }
  if (text.rows.length > 0) {
    const rows = text.rows.map(({ label, value, whole }) =>
      element('div', {}, element('dt', {}, label), element('dd', whole === undefined ? {} : { title: whole }, value)),
    )
    main.append(element('dl', {}, ...rows))
  }
  if (text.details !== undefined) {
    const folded = element('pre', { tabindex: '0', 'aria-label': text.details.label }, text.details.text)
    main.append(element('details', {}, element('summary', {}, text.details.label), folded))
  }
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'title', 'data-testid': 'test-wallet', 'data-kind': request.kind },
    element(
      'div',
      { class: 'top' },
      element('img', { src: testIcon, alt: '' }),
      element('span', {}, 'Test wallet — local chains only'),
      note,
    ),
    main,
    element('div', { class: 'answers' }, reject, approve),
    element(
      'div',
      { class: 'account' },
      element('span', { title: request.account }, shortAddress(request.account)),
      element('span', {}, request.chain.name),
    ),
  )
  return { dialog, note, approve, reject }
}
