import { element } from '../../wallets/element.js'
import type { PhoneWallet } from '../phoneWallet.js'
import { canScan, scan } from './scan.js'

/**
 * Draws the form that takes the code of an app: pasted, or seen by the camera.
 *
 * @param phone - The wallet.
 * @param run - Runs an action, and shows its error.
 */
export function createPairForm(phone: PhoneWallet, run: (work: () => Promise<void>) => Promise<void>) {
  const input = element('input', {
    name: 'uri',
    placeholder: 'wc:…',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'data-testid': 'phone-uri',
  })
  const connect = element('button', { type: 'submit', class: 'main', 'data-testid': 'phone-pair' }, 'Connect')
  const camera = element('button', { type: 'button', 'aria-pressed': 'false' }, 'Scan')
  const view = element('div', {})
  const label = element('label', {}, 'Code of an app', input)
  const form = element('form', { class: 'stack' }, label, element('div', { class: 'row' }, connect, camera), view)
  connect.classList.add('grow')
  camera.hidden = !canScan()
  let scanning: AbortController | undefined

  async function pair(uri: string): Promise<void> {
    connect.disabled = true
    await run(async () => {
      await phone.pair(uri)
      input.value = ''
    })
    connect.disabled = false
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void pair(input.value)
  })
  camera.addEventListener('click', () => {
    if (scanning) return scanning.abort()
    scanning = new AbortController()
    const { signal } = scanning
    camera.setAttribute('aria-pressed', 'true')
    void run(async () => {
      const uri = await scan(view, signal).finally(() => {
        scanning = undefined
        camera.setAttribute('aria-pressed', 'false')
      })
      if (uri !== undefined) await phone.pair(uri)
    })
  })
  return {
    element: form,
    /** Takes the code that a link brought along. */
    take(uri: string): void {
      input.value = uri
      void pair(uri)
    },
  }
}
