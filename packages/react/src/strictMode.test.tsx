import { embedded } from '@latchkey/connectors/embedded'
import { type Config, createConfig, createStorage } from '@latchkey/core'
import { StrictMode, useEffect, useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { mainnet } from '../test/chains.js'
import { useEmbedded } from './hooks/useEmbedded.js'
import { LatchkeyProvider } from './provider.js'

it('behavior: a config that strict mode makes twice puts one frame into the page, and the one thrown away none', async () => {
  const kept = new Map([['@latchkey/embedded', JSON.stringify({ isUsed: true, email: 'ada@example.com' })]])
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const made: Config[] = []
  let used: Config | undefined
  onTestFinished(() => {
    for (const config of made) config.destroy()
  })
  function App() {
    const [config] = useState(() => {
      const connectors = [embedded({ url: 'https://wallet.invalid' })]
      const one = createConfig({ chains: [mainnet], storage: createStorage({ store }), connectors })
      made.push(one)
      return one
    })
    useEffect(() => {
      used = config
    }, [config])
    return (
      <LatchkeyProvider config={config}>
        <Email />
      </LatchkeyProvider>
    )
  }
  const Email = () => <p>{useEmbedded().state?.email}</p>
  const screen = await render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  await expect.element(screen.getByText('ada@example.com')).toBeVisible()
  expect(made).toHaveLength(2)
  await vi.waitFor(() => expect(document.querySelectorAll('iframe[name="w3m-secure-iframe"]')).toHaveLength(1))
  expect(document.querySelectorAll('dialog[data-latchkey-frame]')).toHaveLength(1)
  made.find((config) => config !== used)?.destroy()
  expect(document.querySelectorAll('dialog[data-latchkey-frame]')).toHaveLength(1)
  used?.destroy()
  expect(document.querySelectorAll('dialog[data-latchkey-frame]')).toHaveLength(0)
})
