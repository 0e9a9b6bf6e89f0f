import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { Tabs } from './Tabs.js'

function Two() {
  const [at, setAt] = useState(0)
  const tabs = ['One', 'Two'].map((label) => ({ label, panel: () => <p>Panel {label}</p> }))
  return <Tabs label="Numbers" tabs={tabs} selected={at} onSelect={setAt} />
}

it('behavior: a tab answers the press before its panel is drawn', async () => {
  const screen = await render(<Two />)
  const tab = screen.getByRole('tab', { name: 'Two' })
  const panel = screen.getByRole('tabpanel')
  flushSync(() => (tab.element() as HTMLElement).click())
  expect(tab.element().getAttribute('aria-selected')).toBe('true')
  expect(panel.element().textContent).toBe('Panel One')
  await expect.element(panel).toHaveTextContent('Panel Two')
  await expect.element(panel).toHaveAccessibleName('Two')
})
