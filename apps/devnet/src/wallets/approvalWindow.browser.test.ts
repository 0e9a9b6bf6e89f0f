import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { ApprovalRequest } from './approvalRequest.js'
import { createApprovalWindow } from './approvalWindow.js'

const chain = { chainId: 31337, url: 'http://127.0.0.1:8545', name: 'Local Ethereum' }
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const message = (text: string): ApprovalRequest => ({
  origin: 'https://app.example',
  chain,
  account,
  kind: 'message',
  text,
  raw: '0x',
})
const host = () => document.querySelector('[data-latchkey-test-wallet]')
const inside = <found extends HTMLElement>(selector: string) => {
  const element = host()?.shadowRoot?.querySelector<found>(selector)
  if (!element) throw new Error(`The window has no ${selector}`)
  return element
}
const approve = () => inside('[data-testid="test-wallet-approve"]')
const reject = () => inside('[data-testid="test-wallet-reject"]')
const never = new AbortController().signal

describe('createApprovalWindow', () => {
  let button: HTMLButtonElement
  let page: HTMLDialogElement
  const pageKeys: string[] = []
  const onKey = (event: KeyboardEvent) => pageKeys.push(event.key)

  beforeEach(() => {
    // A page whose own modal is open, as it is when a wallet is asked.
    page = document.createElement('dialog')
    button = document.createElement('button')
    button.textContent = 'Sign'
    page.append(button)
    document.body.append(page)
    page.showModal()
    button.focus()
    pageKeys.length = 0
    document.addEventListener('keydown', onKey)
  })
  afterEach(() => {
    document.removeEventListener('keydown', onKey)
    page.remove()
    host()?.remove()
  })

  it('behavior: stands above an open modal, says that it is a test wallet, and approves by click', async () => {
    const answer = createApprovalWindow()(message('Hello'), never)
    const dialog = inside<HTMLDialogElement>('dialog')
    expect(dialog.matches(':modal')).toBe(true)
    expect(dialog.textContent).toContain('Test wallet — local chains only')
    expect(dialog.textContent).toContain('https://app.example')
    expect(inside('pre').textContent).toBe('Hello')
    const { left, top } = approve().getBoundingClientRect()
    expect(document.elementFromPoint(left + 5, top + 20)).toBe(host())
    await userEvent.click(approve())
    expect(await answer).toBe(true)
    expect(host()).toBeNull()
  })

  it('behavior: Escape rejects, the page hears nothing of it, and the focus returns', async () => {
    const answer = createApprovalWindow()(message('Hello'), never)
    await userEvent.keyboard('{Escape}')
    expect(await answer).toBe(false)
    expect(pageKeys).toEqual([])
    expect(page.open).toBe(true)
    expect(document.activeElement).toBe(button)
  })

  it('behavior: is used by the keyboard alone, and nothing is approved by a stray Enter', async () => {
    const answer = createApprovalWindow()(message('Hello'), never)
    const root = host()?.shadowRoot
    expect(root?.activeElement?.textContent).toBe('Sign this message?')
    await userEvent.keyboard('{Enter}')
    expect(inside<HTMLDialogElement>('dialog').open).toBe(true)
    for (let step = 0; step < 6 && root?.activeElement !== approve(); step++) await userEvent.keyboard('{Tab}')
    expect(root?.activeElement).toBe(approve())
    await userEvent.keyboard('{Enter}')
    expect(await answer).toBe(true)
    expect(document.activeElement).toBe(button)
  })

  it('behavior: asks one after another and says how many wait', async () => {
    const ask = createApprovalWindow()
    const answers = [ask(message('one'), never), ask(message('two'), never), ask(message('three'), never)]
    expect(host()?.shadowRoot?.querySelectorAll('dialog')).toHaveLength(1)
    expect(inside('.waiting').textContent).toBe('2 more waiting')
    await userEvent.click(approve())
    await expect.poll(() => inside('pre').textContent).toBe('two')
    await userEvent.click(reject())
    await expect.poll(() => inside('pre').textContent).toBe('three')
    expect(inside('.waiting').textContent).toBe('')
    await userEvent.click(approve())
    expect(await Promise.all(answers)).toEqual([true, false, true])
  })

  it('behavior: an aborted request leaves the window or the queue', async () => {
    const ask = createApprovalWindow()
    const [first, second] = [new AbortController(), new AbortController()]
    const answers = [ask(message('one'), first.signal), ask(message('two'), second.signal)]
    second.abort()
    expect(await answers[1]).toBe(false)
    first.abort()
    expect(await answers[0]).toBe(false)
    expect(host()).toBeNull()
    expect(await ask(message('late'), AbortSignal.abort())).toBe(false)
  })

  it('behavior: what a site sends is shown as text', async () => {
    const answer = createApprovalWindow()(message('<img src=x onerror="globalThis.__hit=true">'), never)
    expect(inside('pre').textContent).toContain('<img')
    expect(host()?.shadowRoot?.querySelectorAll('img')).toHaveLength(1)
    await userEvent.click(reject())
    expect(await answer).toBe(false)
    expect('__hit' in globalThis).toBe(false)
  })
})
