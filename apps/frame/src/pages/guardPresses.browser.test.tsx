/** @jsxImportSource preact */
import { render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../screens/base.css'
import '../screens/screens.css'
import { armingTime, smallestViewport } from '../screens/guard.js'
import { Entry } from './Entry.js'
import { guardPresses, smallestWindow, stillTime } from './guardPresses.js'
import './pages.css'

let end: () => void = () => {}
let root: HTMLElement | undefined
afterEach(() => {
  end()
  if (root) render(null, root)
  root?.remove()
})

const armed = (is = true) => expect.poll(() => document.body.getAttribute('aria-disabled')).toBe(String(!is))
const button = (name: string) => page.getByRole('button', { name, exact: true })
// Without the waiting of a test's own click.
const press = (name: string) => button(name).click({ force: true })

/** A line of a list that can be removed, guarded as in the wallet's windows. */
async function show(): Promise<{ removed: () => number }> {
  let removed = 0
  await page.viewport(480, 600)
  root = document.body.appendChild(document.createElement('ul'))
  self.focus()
  end = guardPresses()
  render(<Entry icon="device" name="Edge" sub="Seen today" isBusy={false} onRemove={() => void removed++} />, root)
  return { removed: () => removed }
}

describe('a window of the wallet', () => {
  it('takes a press only once it has stood still, and says so after one that was too soon', async () => {
    const { removed } = await show()
    await armed()
    await press('Remove Edge')
    await expect.element(button('Yes, remove')).toBeVisible()
    await press('Yes, remove')
    await expect.element(page.getByText('To be sure that it was you: press once more.')).toBeVisible()
    expect(removed()).toBe(0)
    await armed()
    await press('Yes, remove')
    expect(removed()).toBe(1)
  })

  it('begins the wait anew with each press, so that a rapid clicker never gets past the first', async () => {
    const { removed } = await show()
    await armed()
    await press('Remove Edge')
    const began = performance.now()
    while (performance.now() - began < 2_000) await press('Yes, remove')
    expect(removed()).toBe(0)
  })

  it('takes keys and labels as it takes the pointer, and no press that a script makes', async () => {
    const { removed } = await show()
    const box = document.createElement('label')
    box.innerHTML = '<input type="checkbox"> I understand'
    root?.append(box)
    const input = box.querySelector('input') as HTMLInputElement
    await armed(false)
    await armed()
    await page.getByText('I understand').click()
    expect(input.checked).toBe(true)
    await armed()
    await page
      .getByRole('button', { name: 'Remove Edge' })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(button('Yes, remove').elements()).toHaveLength(0)
    await armed()
    ;(button('Remove Edge').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const yes = button('Yes, remove')
    await expect.element(yes).toBeVisible()
    ;(yes.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    expect(removed()).toBe(0)
    await armed()
    await userEvent.keyboard(' ')
    expect(removed()).toBe(1)
  })

  it('takes no press while it is too small to be read, and waits for as long as an approval', async () => {
    expect([stillTime, smallestWindow]).toEqual([armingTime, smallestViewport])
    const { removed } = await show()
    await armed()
    await page.viewport(319, 600)
    await armed(false)
    await new Promise((resolve) => setTimeout(resolve, stillTime + 100))
    await press('Remove Edge')
    await expect.element(page.getByText('This window is too small to be read.')).toBeVisible()
    await page.viewport(480, 600)
    await armed()
    expect([button('Yes, remove').elements().length, removed()]).toEqual([0, 0])
  })

  it('waits anew for what comes under the pointer by itself, but not for a form that was filled in', async () => {
    await show()
    await armed()
    root?.append(document.createElement('p'))
    await armed(false)
    await armed()
    const submit = document.createElement('button')
    submit.disabled = true
    root?.append(submit)
    await armed()
    submit.disabled = false
    await Promise.resolve()
    expect(document.body.getAttribute('aria-disabled')).toBe('false')
  })
})
