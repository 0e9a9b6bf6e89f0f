import { createConfig } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { mainnet } from '../test/chains.js'
import { reportCspViolation } from './reportCspViolation.js'

const api = 'https://api.example.com'

function setUp() {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => lines.mockRestore())
  const config = createConfig({
    chains: [mainnet],
    connectors: [createFakeConnector().create],
    api: { url: api },
    storage: null,
  })
  onTestFinished(() => config.destroy())
  const tell = (init: Partial<SecurityPolicyViolationEventInit>, pictures: readonly string[] = []) => {
    const violation = { documentURI: location.href, disposition: 'enforce' as const, originalPolicy: '', statusCode: 0 }
    const { effectiveDirective = 'connect-src' } = init
    const names = { effectiveDirective, violatedDirective: effectiveDirective }
    reportCspViolation(config, new SecurityPolicyViolationEvent('x', { ...violation, ...names, ...init }), pictures)
  }
  const line = (source: string, directive: string) =>
    `[latchkey] Blocked By Content-Security-Policy: Content-Security-Policy blocks ${source}: add it to ${directive}.`
  return { lines, tell, line }
}

describe('a violation of the policy', () => {
  it('behavior: of what the config asks gives one line, however often it happens', () => {
    const { lines, tell, line } = setUp()
    tell({ blockedURI: `${api}/v1/supported-chains?st=latchkey` })
    tell({ blockedURI: `${api}/getWallets` })
    expect(lines.mock.calls).toEqual([[line(api, 'connect-src')]])
  })

  it.each([
    ['https://images.example.com/a.png', 'https://images.example.com/a.png', 'https://images.example.com'],
    ['data:image/svg+xml,%3Csvg/%3E', 'data', 'data:'],
  ])('behavior: of the picture %s names its source', (picture, blockedURI, source) => {
    const { lines, tell, line } = setUp()
    tell({ blockedURI, effectiveDirective: 'img-src' }, [picture])
    expect(lines.mock.calls).toEqual([[line(source, 'img-src')]])
  })

  it('behavior: of what the page itself wants, or that is only reported, gives none', () => {
    const { lines, tell } = setUp()
    const picture = 'https://images.example.com/a.png'
    tell({ blockedURI: 'https://elsewhere.example.com/' })
    tell({ blockedURI: 'inline', effectiveDirective: 'style-src-attr' })
    tell({ blockedURI: 'https://elsewhere.example.com/b.png', effectiveDirective: 'img-src' }, [picture])
    tell({ blockedURI: 'data', effectiveDirective: 'img-src' }, [picture])
    tell({ blockedURI: `${api}/getWallets`, disposition: 'report' })
    expect(lines).not.toHaveBeenCalled()
  })
})
