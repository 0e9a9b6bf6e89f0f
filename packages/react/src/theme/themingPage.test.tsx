import { expect, it, onTestFinished, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { dialogOf, setUp } from '../../test/setUp.js'

it('option themeVariables: each variable of docs/theming.md reaches the modal, from the provider and from the page', async () => {
  const guide = await commands.readFile('docs/theming.md')
  const [, rest = ''] = guide.split('| variable |')
  const names = rest
    .slice(0, rest.indexOf('\n\n'))
    .split('\n')
    .flatMap((row) => row.split('|')[1]?.match(/--lk-[\w-]+/g) ?? [])
  expect(names.length).toBeGreaterThan(20)
  const sheets = await Promise.all(
    ['variables.css', 'modal.css'].map((name) => commands.readFile(`packages/react/src/theme/${name}`)),
  )
  // What the style sheet writes the variable into.
  const [css, targets] = [sheets.join('\n'), new Map<string, string>()]
  for (const name of names) targets.set(name, new RegExp(`([\\w-]+): var\\(${name}[,)]`).exec(css)?.[1] ?? name)
  const app = await setUp()
  app.modal.open({ view: 'Connect' })
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const drawn = () => {
    const style = getComputedStyle(dialogOf())
    return names.filter((name) => style.getPropertyValue(targets.get(name) ?? '').includes('probe'))
  }
  expect(drawn()).toEqual([])
  app.theme.set({ themeVariables: Object.fromEntries(names.map((name) => [name, 'probe'])) })
  await vi.waitFor(() => expect(drawn()).toEqual(names))
  app.theme.set({ themeVariables: {} })
  await vi.waitFor(() => expect(drawn()).toEqual([]))
  const own = document.createElement('style')
  own.textContent = `:root { ${names.map((name) => `${name}: probe;`).join(' ')} }`
  document.head.append(own)
  onTestFinished(() => own.remove())
  expect(drawn()).toEqual(names)
})
