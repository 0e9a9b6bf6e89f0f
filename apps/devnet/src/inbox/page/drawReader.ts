import type { Message } from '../message.js'
import { create } from './create.js'

/** What the reader shows. */
export type ReaderState = { message: Message | undefined; isEmpty: boolean; back: () => void }

/** Draws one mail as a person would see it, or as plain text; a mail that is shown already is left alone. */
export function drawReader(reader: HTMLElement, { message, isEmpty, back }: ReaderState): void {
  const shown = message?.id ?? (isEmpty ? 'empty' : 'none')
  if (reader.dataset.shown === shown) return
  reader.dataset.shown = shown
  if (message === undefined) {
    const words = isEmpty
      ? [
          create('strong', {}, ['No mail yet']),
          create('span', {}, ['Sign in by e-mail in the web app: the code arrives here.']),
        ]
      : [create('strong', {}, ['Choose a mail'])]
    reader.replaceChildren(create('div', { className: 'empty' }, words))
    return
  }
  const panel = create('div', { id: 'panel' })
  panel.setAttribute('role', 'tabpanel')
  panel.tabIndex = -1
  const tabs = create('div', { className: 'tabs' })
  tabs.setAttribute('role', 'tablist')
  const views = [
    { name: 'Message', draw: () => drawHtml(message) },
    { name: 'Plain text', draw: () => drawText(message) },
  ].filter(({ name }) => name !== 'Message' || message.html !== '')
  const buttons = views.map(({ name, draw }) => {
    const button = create('button', { type: 'button' }, [name])
    button.setAttribute('role', 'tab')
    button.setAttribute('aria-controls', 'panel')
    button.addEventListener('click', () => select(button, draw))
    button.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
      const other = buttons.find((each) => each !== button)
      other?.focus()
      other?.click()
    })
    return button
  })
  function select(button: HTMLButtonElement, draw: () => HTMLElement): void {
    for (const each of buttons) {
      each.setAttribute('aria-selected', String(each === button))
      each.tabIndex = each === button ? 0 : -1
    }
    panel.setAttribute('aria-label', button.textContent ?? '')
    panel.replaceChildren(draw())
  }
  tabs.append(...buttons)
  const goBack = create('button', { type: 'button', className: 'quiet back' }, ['← All mails'])
  goBack.addEventListener('click', back)
  const facts = create('dl', {}, [
    ...fact('From', message.from),
    ...fact('To', message.to.join(', ')),
    ...fact('Arrived', new Date(message.at).toLocaleString()),
  ])
  const head = create('div', { className: 'head' }, [
    goBack,
    create('h2', {}, [message.subject || '(no subject)']),
    facts,
    tabs,
  ])
  reader.replaceChildren(head, panel)
  const [first] = buttons
  if (first) select(first, views[0]?.draw ?? (() => drawText(message)))
}

function drawHtml(message: Message): HTMLElement {
  const frame = create('iframe', { title: 'The mail as it was written', src: `/messages/${message.id}/html` })
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  return frame
}

function drawText(message: Message): HTMLElement {
  const parts = message.text.split(/(https?:\/\/[^\s<>"]+)/)
  return create(
    'pre',
    {},
    parts.map((part, index) =>
      index % 2 === 0 ? part : create('a', { href: part, target: '_blank', rel: 'noreferrer' }, [part]),
    ),
  )
}

function fact(name: string, value: string): readonly HTMLElement[] {
  return [create('dt', {}, [name]), create('dd', {}, [value])]
}
