import { createConfig } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { base, mainnet } from '../test/networks.js'
import { ServerPage, serverHtml } from '../test/ServerPage.js'

describe('LatchkeyProvider on a server', () => {
  it('behavior: draws without a browser, without a warning, and the same for every visitor', () => {
    const errors = vi.spyOn(console, 'error')
    const config = createConfig({ networks: [mainnet, base], connectors: [createFakeConnector().create] })
    expect(typeof globalThis.window).toBe('undefined')
    const html = renderToString(
      <StrictMode>
        <ServerPage config={config} />
      </StrictMode>,
    )
    expect(html).toBe(serverHtml)
    expect(errors).not.toHaveBeenCalled()
    config.destroy()
  })
})
