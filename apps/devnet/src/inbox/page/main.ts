import type { Message } from '../message.js'
import { drawList } from './drawList.js'
import { drawReader } from './drawReader.js'

const inbox = byId('inbox')
const list = byId('list')
const reader = byId('reader')
const clear = byId('clear')
const live = byId('live')
const read = new Set<string>()
let messages: readonly Message[] = []
let openId: string | undefined

async function look(): Promise<void> {
  const answer = await fetch('/messages')
  const { messages: next } = (await answer.json()) as { messages: readonly Message[] }
  const [newest] = next
  const isNew = newest !== undefined && !messages.some(({ id }) => id === newest.id)
  if (isNew && messages.length > 0) live.textContent = `New mail: ${newest.subject}`
  messages = next
  if (!messages.some(({ id }) => id === openId)) openId = undefined
  // On a wide screen there is always one to read.
  const isWide = matchMedia('(min-width: 721px)').matches
  if (openId === undefined && newest !== undefined && isWide) openId = newest.id
  draw()
}

function draw(): void {
  const open = messages.find(({ id }) => id === openId)
  if (open) read.add(open.id)
  document.body.classList.toggle('none', messages.length === 0)
  inbox.dataset.open = String(open !== undefined)
  clear.hidden = messages.length === 0
  drawList(list, { messages, openId, isRead: (id) => read.has(id), choose })
  drawReader(reader, { message: open, isEmpty: messages.length === 0, back })
  const unread = messages.filter(({ id }) => !read.has(id)).length
  document.title = unread === 0 ? 'Inbox' : `(${unread}) Inbox`
}

function choose(id: string): void {
  openId = id
  draw()
  if (!matchMedia('(min-width: 721px)').matches) reader.focus()
}

function back(): void {
  const from = openId
  openId = undefined
  draw()
  list.querySelector<HTMLElement>(`[data-id="${CSS.escape(from ?? '')}"]`)?.focus()
}

function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}`)
  return element
}

clear.addEventListener('click', () => void fetch('/messages', { method: 'DELETE' }))
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && openId !== undefined && !matchMedia('(min-width: 721px)').matches) back()
})
const changes = new EventSource('/changes')
changes.addEventListener('change', () => void look())
