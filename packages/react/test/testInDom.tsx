import { createConfig, signMessage } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ConnectButton, LatchkeyProvider, useConnection } from '../src/exports/index.js'
import { mainnet } from './chains.js'

function Address() {
  return <p>{useConnection().address ?? 'nobody'}</p>
}

/** Presses what is written so as soon as it is there, however long its code takes to load. */
const press = (name: string) =>
  vi.waitFor(
    () => {
      const button = [...document.querySelectorAll('button')].find(
        (each) => each.textContent?.includes(name) || each.getAttribute('aria-label') === name,
      )
      if (!button) throw new Error(`There is no button ${name} in ${document.body.textContent}`)
      button.click()
    },
    { timeout: 20_000 },
  )

/** Tests an app in the DOM of a test environment, which lacks much of what a browser has. */
export function testInDom(name: string): void {
  it(`behavior: an app connects and signs in ${name} without a set-up, and nothing is reported`, async () => {
    const errors = vi.spyOn(console, 'error')
    onTestFinished(() => errors.mockRestore())
    const fake = createFakeConnector({ name: 'Fake Wallet' })
    const config = createConfig({ chains: [mainnet], connectors: [fake.create], storage: null })
    onTestFinished(() => config.destroy())
    const place = document.createElement('div')
    document.body.append(place)
    const root = createRoot(place)
    root.render(
      <LatchkeyProvider config={config}>
        <ConnectButton />
        <Address />
      </LatchkeyProvider>,
    )
    onTestFinished(() => root.unmount())
    await press('Connect wallet')
    await press('Fake Wallet')
    const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    await vi.waitFor(() => expect(document.querySelector('p')?.textContent).toBe(address), { timeout: 20_000 })
    expect(await signMessage(config, { message: 'Ahoy' })).toMatch(/^0x[0-9a-f]{130}$/)
    expect(document.querySelector('dialog')?.hasAttribute('open')).toBe(true)
    await press('Close')
    await vi.waitFor(() => expect(document.querySelector('dialog')?.hasAttribute('open')).toBe(false), {
      timeout: 20_000,
    })
    expect(errors).not.toHaveBeenCalled()
  })
}
