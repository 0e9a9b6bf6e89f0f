/** @jsxImportSource preact */
import { render } from 'preact'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { approval, showScreens } from '../../test/showScreens.js'
import { ApproveScreen } from './ApproveScreen.js'

const key = (number: number) => page.getByRole('button', { name: `${number}`, exact: true })
const state = (is: 'armed' | 'resting') => expect.element(key(4)).toHaveAttribute('data-state', is)

describe('a number that does not count', () => {
  it.each([
    ['SEC-K-01 opacity', 'opacity: 0.9'],
    ['SEC-K-03 filter', 'filter: blur(1px)'],
    ['SEC-K-04 transform', 'transform: rotate(3deg)'],
  ])('%s: takes no press of a real pointer, and counts once the screen is seen again', async (_, style) => {
    const { root } = await showScreens()
    const outcomes: string[] = []
    const pressed: (string | null)[] = []
    const note = ({ isTrusted, target }: MouseEvent) => {
      if (isTrusted && target instanceof Element) pressed.push(target.textContent)
    }
    document.addEventListener('click', note, true)
    onTestFinished(() => document.removeEventListener('click', note, true))
    // Without a window to go on in, the numbers stay where they are.
    render(
      <ApproveScreen
        approval={approval}
        facts={{ walletName: 'Harbour', origin: 'https://app.example.org', dappName: undefined, account: undefined }}
        number={4}
        onApprove={() => outcomes.push('approved')}
        onWrong={() => outcomes.push('wrong')}
        onReject={() => outcomes.push('rejected')}
      />,
      root,
    )
    document.querySelector('.lf-end')?.scrollIntoView()
    await state('armed')
    root.setAttribute('style', style)
    await state('resting')
    for (const number of [4, 4, 5]) await key(number).click({ force: true })
    expect([pressed, outcomes]).toEqual([['4', '4', '5'], []])
    root.removeAttribute('style')
    await key(4).hover()
    await state('armed')
    await key(4).click()
    expect(outcomes).toEqual(['approved'])
  })
})

describe('the numbers, in forced colours', () => {
  const emulate = (features: readonly { name: string; value: string }[]) =>
    (cdp() as unknown as { send(method: string, parameters: object): Promise<unknown> }).send(
      'Emulation.setEmulatedMedia',
      { features },
    )
  beforeEach(() => emulate([{ name: 'forced-colors', value: 'active' }]))
  afterEach(() => emulate([]))

  it('have edges, and say whether they count', async () => {
    const { ask } = await showScreens()
    const asked = { ...approval, needsSecondLook: true }
    ask({ kind: 'approve', what: 'evmTransaction', approval: asked, origin: 'https://app.example.org' })
    await expect.element(key(1)).toBeVisible()
    const look = (number: number) => {
      const { color, backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(key(number).element())
      return { color, backgroundColor, borderTopColor, borderTopWidth }
    }
    document.querySelector('.lf-end')?.scrollIntoView()
    await page.getByRole('heading', { level: 1 }).hover()
    const resting = look(4)
    expect(resting.borderTopWidth).toBe('1px')
    expect(resting.borderTopColor).not.toBe(resting.backgroundColor)
    // The one that is asked for looks like the others.
    for (const number of [1, 2, 3, 5, 6]) expect(look(number)).toEqual(resting)
    await page.getByRole('checkbox').click()
    await state('armed')
    await expect.poll(() => look(4).color).not.toBe(resting.color)
    expect(look(4).borderTopColor).not.toBe(look(4).backgroundColor)
  })
})
