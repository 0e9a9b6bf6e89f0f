import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/expectAccessible.js'
import { approval, showScreens } from '../../test/showScreens.js'

const message = (text: string) => ({ ...approval, action: 'Sign', title: 'Sign a message', headline: { text } })
const long = message(`Hello\n${'And so on, line by line.\n'.repeat(60)}I owe you everything.`)
const screen = { kind: 'approve', what: 'evmTransaction', approval: long, origin: 'https://app.example.org' } as const
// The number that these screens ask for.
const sign = () => page.getByRole('button', { name: '4', exact: true })
const more = () => page.getByRole('button', { name: 'More below' })
const body = () => document.querySelector<HTMLElement>('.lf-body')!
const armed = () => expect.element(sign()).toHaveAttribute('data-state', 'armed')

async function resting(): Promise<void> {
  await expect.element(more()).toBeVisible()
  await expect.element(sign()).toHaveAttribute('data-state', 'resting')
}

describe('an approval that does not fit', () => {
  it('says that there is more below, and is not armed before its end was seen', async () => {
    const { ask } = await showScreens()
    const asked = ask(screen)
    await resting()
    await sign().click({ force: true })
    expect(asked.outcome).toBe('pending')
    await expectAccessible()
    body().scrollTop = 1e6
    await expect.element(more()).not.toBeInTheDocument()
    await armed()
    // Back at the top it has still been read.
    body().scrollTop = 0
    await sign().hover()
    await armed()
    await sign().click()
    await asked.done
    expect(asked.outcome).toBe('done')
  })

  it('is read by the button alone', async () => {
    const { ask } = await showScreens()
    ask(screen)
    await expect.element(more()).toBeVisible()
    const passed: number[] = []
    for (let presses = 0; presses < 30 && more().elements().length > 0; presses++) {
      await more().click()
      await expect.poll(() => body().scrollTop).toBeGreaterThan(passed.at(-1) ?? 0)
      // No line is left out.
      expect(body().scrollTop - (passed.at(-1) ?? 0)).toBeLessThan(body().clientHeight)
      passed.push(body().scrollTop)
    }
    expect(passed.length).toBeGreaterThan(2)
    await armed()
  })

  it.each(['{PageDown}', '{End}', '{ArrowDown}'])('is read by %s, from its title and from within', async (key) => {
    const { ask } = await showScreens()
    ask({ ...screen, approval: message(`Hello\n${'Line\n'.repeat(20)}The end.`) })
    await expect.element(more()).toBeVisible()
    expect(document.activeElement?.id).toBe('lf-title')
    await userEvent.keyboard(key)
    await expect.poll(() => body().scrollTop).toBeGreaterThan(0)
    body().focus()
    expect(document.activeElement).toBe(body())
    await expect
      .poll(async () => {
        await userEvent.keyboard(key)
        return more().elements().length
      })
      .toBe(0)
    await armed()
  })

  it('on a short screen all of it scrolls, and the same holds', async () => {
    const { ask } = await showScreens({ size: [360, 420] })
    const asked = ask(screen)
    await resting()
    const whole = document.querySelector<HTMLElement>('.lf-screen')!
    const { bottom } = more().element().getBoundingClientRect()
    expect(bottom).toBeLessThanOrEqual(420)
    whole.scrollTop = 1e6
    await sign().hover()
    await armed()
    await sign().click()
    await asked.done
    expect(asked.outcome).toBe('done')
  })

  it('at text of twice the size, what fitted no longer does', async () => {
    const { ask } = await showScreens()
    ask({ ...screen, approval: message('Hello') })
    await armed()
    document.documentElement.style.fontSize = '200%'
    onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
    await resting()
  })

  it('has to be read anew when the viewport shrinks', async () => {
    const { ask } = await showScreens()
    ask({ ...screen, approval: message(`Hello\n${'Line\n'.repeat(9)}The end.`) })
    await expect.element(more()).toBeVisible()
    body().scrollTop = 1e6
    await armed()
    body().scrollTop = 0
    await page.viewport(320, 570)
    await resting()
  })

  it('keeps what was read when the details are opened', async () => {
    const { ask } = await showScreens()
    ask(screen)
    await expect.element(more()).toBeVisible()
    body().scrollTop = 1e6
    await armed()
    await page.getByText('All details').click()
    await sign().hover()
    await armed()
  })

  it('SEC-X-05 an app that turns the direction of reading draws no other name, and what is invisible in a text has a box', async () => {
    const { ask, screens } = await showScreens()
    screens.setDapp({ name: '\u202emoc.knab\u202c\n\u200b at ease' })
    ask({ ...screen, approval: message('Pay ⟨U+202E⟩ and\n⟨57 blank lines⟩\nmore') })
    await expect.element(page.getByText('57 blank lines')).toBeVisible()
    expect(document.querySelector('.lf-dapp')?.textContent).toBe('moc.knab at ease')
    const boxes = [...document.querySelectorAll('.lf-mark')].map(({ textContent }) => textContent)
    expect(boxes).toEqual(['U+202E', '57 blank lines'])
    await expectAccessible()
  })

  it('a screen that fits says nothing of more', async () => {
    const { ask } = await showScreens()
    ask({ ...screen, approval: message('Hello') })
    await armed()
    expect(more().elements()).toEqual([])
  })
})
