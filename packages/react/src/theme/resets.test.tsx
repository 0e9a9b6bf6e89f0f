import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { setUp } from '../../test/setUp.js'

/** What pages put before everything else; none of it in a layer. */
const resets = `
  * { margin: 0; padding: 0; border: 0; background: none; font: inherit; list-style: none; }
  button { color: inherit; background: none; border: 0; font: inherit; text-align: inherit; }
  h1, h2, h3, p { font-size: 100%; font-weight: normal; color: red; }
  img, svg { display: block; max-width: 100%; }
  dialog { padding: 1em; border: 1px solid; }
`

function look(element: Element | null): { [property: string]: string } {
  if (!element) throw new Error('Not drawn.')
  const { padding, color, backgroundColor, borderRadius, fontWeight } = getComputedStyle(element)
  return { padding, color, backgroundColor, borderRadius, fontWeight }
}

async function looks(): Promise<{ [name: string]: { [property: string]: string } }> {
  await setUp()
  const button = look(document.querySelector('.lk-connect-button'))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect.element(page.getByRole('button', { name: 'Fake Wallet' })).toBeVisible()
  const of = (name: string) => look(document.querySelector(`.lk-modal ${name}`))
  return { button, row: of('.lk-row'), title: of('h2'), view: of('.lk-view'), close: of('.lk-icon-button') }
}

describe('theme', () => {
  it('behavior: a page’s reset does not undress the button and the modal', async () => {
    const plain = await looks()
    document.body.innerText = ''
    const style = document.createElement('style')
    style.textContent = resets
    document.head.append(style)
    onTestFinished(() => style.remove())
    expect(await looks()).toEqual(plain)
  })
})
