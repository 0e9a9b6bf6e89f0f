import type { Message } from '../message.js'
import { create } from './create.js'

/** What the list shows. */
export type ListState = {
  messages: readonly Message[]
  openId: string | undefined
  isRead: (id: string) => boolean
  choose: (id: string) => void
}

/** Draws the list of mails, newest first; what stays keeps its element, and so the focus. */
export function drawList(list: HTMLElement, { messages, openId, isRead, choose }: ListState): void {
  const known = new Map([...list.querySelectorAll<HTMLElement>('[data-id]')].map((each) => [each.dataset.id, each]))
  const rows = messages.map((message) => {
    const button = known.get(message.id) ?? createRow(message, choose)
    button.classList.toggle('unread', !isRead(message.id))
    button.setAttribute('aria-current', String(message.id === openId))
    return button.parentElement ?? create('li', {}, [button])
  })
  for (const row of [...list.children]) if (!rows.includes(row as HTMLElement)) row.remove()
  rows.forEach((row, index) => {
    if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null)
  })
}

function createRow(message: Message, choose: (id: string) => void): HTMLElement {
  const at = new Date(message.at)
  const time = create('time', { dateTime: at.toISOString(), title: at.toLocaleString() }, [
    at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' }),
  ])
  const button = create('button', { type: 'button' }, [
    create('span', { className: 'subject' }, [message.subject || '(no subject)']),
    time,
    create('span', { className: 'to' }, [`To ${message.to.join(', ')}`]),
  ])
  button.dataset.id = message.id
  button.addEventListener('click', () => choose(message.id))
  button.addEventListener('keydown', (event) => {
    const step =
      event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : undefined
    const next = step && button.parentElement?.[step]?.querySelector('button')
    if (!next) return
    event.preventDefault()
    next.focus()
    choose(next.dataset.id ?? '')
  })
  return button
}
