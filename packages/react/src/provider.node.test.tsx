import { createConfig } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { base, mainnet } from '../test/chains.js'
import { ServerPage } from '../test/ServerPage.js'

describe('LatchkeyProvider on a server', () => {
  it('[S4-02] behavior: draws without a browser, without a warning, as for a visitor of whom it does not know', () => {
    const errors = vi.spyOn(console, 'error')
    const config = createConfig({ chains: [mainnet, base], connectors: [createFakeConnector().create] })
    expect(typeof globalThis.window).toBe('undefined')
    const html = renderToString(
      <StrictMode>
        <ServerPage config={config} />
      </StrictMode>,
    )
    expect(html).toContain('Connecting…')
    expect(html).toContain('<p>connecting nobody 0</p>')
    expect(html).not.toContain('dialog class')
    expect(errors).not.toHaveBeenCalled()
    config.destroy()
  })
})
