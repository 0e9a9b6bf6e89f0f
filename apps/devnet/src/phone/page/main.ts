import { shortAddress } from '../../wallets/describeApproval.js'
import { element } from '../../wallets/element.js'
import { createPhoneWallet } from '../createPhoneWallet.js'
import type { PhoneConfig } from '../phoneConfig.js'
import type { PhoneState, PhoneWallet } from '../phoneWallet.js'
import { createPairForm } from './createPairForm.js'
import { createSheet } from './createSheet.js'
import { createSessions } from './drawSessions.js'

const connections: { readonly [state in PhoneState['connection']]: string } = {
  idle: 'Waiting for a code',
  connecting: 'Connecting',
  online: 'Online',
  offline: 'Offline',
}

const switches = [
  ['offline', 'Offline'],
  ['reject', 'Reject everything'],
  ['neverAnswer', 'Never answer'],
] as const

start().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error)
  byId('main').replaceChildren(element('p', { class: 'notice', role: 'alert' }, `The wallet could not start: ${text}`))
})

async function start(): Promise<void> {
  const config = JSON.parse(byId('phone-config').textContent ?? '') as PhoneConfig
  const phone = await createPhoneWallet({ ...config, storage: 'browser', approve: createSheet(byId('phone')) })
  // For tests and for trying things out by hand.
  Object.assign(window, { latchkeyPhone: phone })
  draw(phone)
}

function draw(phone: PhoneWallet): void {
  const notice = element('p', { class: 'notice', role: 'alert', hidden: '' })
  let failure: string | undefined
  const showNotice = () => {
    const text = failure ?? phone.getState().notice
    notice.hidden = text === undefined
    if (notice.textContent !== (text ?? '')) notice.textContent = text ?? ''
  }
  const run = async (work: () => Promise<void>) => {
    failure = undefined
    try {
      await work()
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
    }
    update()
  }
  const account = element('select', { 'data-testid': 'phone-account' })
  account.append(
    ...phone.accounts.map((address, index) =>
      element('option', { value: String(index) }, `Account ${index + 1}: ${shortAddress(address)}`),
    ),
  )
  account.addEventListener('change', () => void run(() => phone.selectAccount(Number(account.value))))
  const boxes = switches.map(([name, label]) => {
    const box = element('input', { type: 'checkbox', 'data-testid': `phone-${name}` })
    box.addEventListener('change', () => void run(() => phone.set({ [name]: box.checked })))
    return { name, box, label: element('label', { class: 'check' }, box, label) }
  })
  const form = createPairForm(phone, run)
  const sessions = createSessions(phone, run)

  function update(): void {
    const state = phone.getState()
    const connection = byId('connection')
    const text = connections[state.connection]
    if (connection.textContent !== text) connection.textContent = text
    connection.dataset.state = state.connection
    account.value = String(state.selected)
    for (const { name, box } of boxes) box.checked = state.switches[name]
    sessions.update()
    showNotice()
  }

  byId('main').replaceChildren(
    element('label', {}, 'Account', account),
    form.element,
    notice,
    sessions.element,
    element(
      'details',
      {},
      element('summary', {}, 'Misbehave'),
      element('div', { class: 'stack' }, ...boxes.map(({ label }) => label)),
    ),
  )
  phone.subscribe(update)
  update()
  const uri = new URLSearchParams(location.search).get('uri')
  if (uri === null) return
  // A reload must not use it again.
  history.replaceState(null, '', '/')
  form.take(uri)
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}`)
  return found
}
