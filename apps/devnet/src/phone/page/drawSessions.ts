import { shortAddress } from '../../wallets/describeApproval.js'
import { element } from '../../wallets/element.js'
import type { PhoneSession, PhoneWallet } from '../phoneWallet.js'

type Drawn = { row: HTMLElement; update(session: PhoneSession): void }

/**
 * Draws the apps that are connected, with what a person can do about each. What stays keeps its element, and so the focus.
 *
 * @param phone - The wallet.
 * @param run - Runs an action, and shows its error.
 */
export function createSessions(phone: PhoneWallet, run: (work: () => Promise<void>) => Promise<void>) {
  const list = element('ul', { 'aria-label': 'Connected apps' })
  const empty = element('p', { class: 'lead' }, 'No app is connected. Paste the code of one above.')
  const drawn = new Map<string, Drawn>()
  return {
    element: element('section', { class: 'stack' }, element('h2', {}, 'Connected apps'), empty, list),
    update(): void {
      const { sessions } = phone.getState()
      empty.hidden = sessions.length > 0
      for (const [topic, { row }] of drawn) {
        if (sessions.some((session) => session.topic === topic)) continue
        row.remove()
        drawn.delete(topic)
      }
      for (const session of sessions) {
        const known = drawn.get(session.topic) ?? drawSession(phone, session, run)
        if (!drawn.has(session.topic)) list.append(known.row)
        drawn.set(session.topic, known)
        known.update(session)
      }
    },
  }
}

function drawSession(
  phone: PhoneWallet,
  { topic, app }: PhoneSession,
  run: (work: () => Promise<void>) => Promise<void>,
): Drawn {
  const account = element('span', {})
  const select = element('select', { 'data-testid': 'phone-network' })
  select.addEventListener('change', () => void run(() => phone.switchChain(topic, Number(select.value))))
  const disconnect = element('button', { type: 'button', 'data-testid': 'phone-disconnect' }, 'Disconnect')
  disconnect.addEventListener('click', () => void run(() => phone.disconnect(topic)))
  const name = element('input', { value: 'accountsChanged', spellcheck: 'false' })
  const data = element('input', { value: '[]', spellcheck: 'false' })
  const send = element('button', { type: 'submit' }, 'Send event')
  const form = element('form', { class: 'stack' }, labelled('Event', name), labelled('Data (JSON)', data), send)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void run(async () => {
      const value: unknown = JSON.parse(data.value)
      await phone.emit(topic, { name: name.value.trim(), data: value, chainId: Number(select.value) })
    })
  })
  const where = element('p', { class: 'small' }, `${app.url || 'No address'} · `, account)
  const network = labelled('Network of this app', select)
  const row = element(
    'li',
    { class: 'card', 'data-testid': 'phone-session' },
    element('div', {}, element('h3', { class: 'name' }, app.name), where),
    network,
    disconnect,
    element('details', {}, element('summary', {}, 'Send it an event'), form),
  )
  return {
    row,
    update(session) {
      const shown = session.accounts[0]?.split(':')[2] ?? session.account
      account.textContent = shortAddress(shown)
      account.title = session.accounts.join('\n')
      // Networks of other families are not moved to: an app names one with each request.
      network.hidden = session.chainIds.length === 0
      select.replaceChildren(
        ...phone.chains().map(({ chainId, name }) => {
          const label = session.chainIds.includes(chainId) ? name : `${name} (not granted yet)`
          return element('option', { value: String(chainId) }, label)
        }),
      )
      select.value = String(session.chainId)
    },
  }
}

function labelled(text: string, field: HTMLElement): HTMLElement {
  return element('label', {}, text, field)
}
