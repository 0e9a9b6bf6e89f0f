import { describe, expect, it } from 'vitest'
import { phoneRoutes } from './phoneRoutes.js'

const config = {
  relayUrl: 'wss://relay.example/path',
  chains: [{ chainId: 31337, url: 'http://127.0.0.1:8545/rpc', name: 'Local </script><b>' }],
}

describe('phoneRoutes', () => {
  it('behavior: bundles at the first visit of the page, once, and answers 304 to who has it', async () => {
    let builds = 0
    const app = phoneRoutes(config, async () => `/* ${++builds} */`)
    expect((await app.request('/phone.css')).status).toBe(200)
    expect(builds).toBe(0)
    expect((await app.request('/wc?uri=wc%3Ax')).headers.get('content-type')).toBe('text/html; charset=UTF-8')
    const answer = await app.request('/phone.js')
    expect(await answer.text()).toBe('/* 1 */')
    expect(builds).toBe(1)
    const again = await app.request('/phone.js', { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    expect((await app.request('/other')).status).toBe(404)
  })

  it('security: what a name holds stays text, and the policy names origins', async () => {
    const answer = await phoneRoutes(config, async () => '').request('/')
    expect(await answer.text()).toContain('Local \\u003c/script>\\u003cb>')
    expect(answer.headers.get('content-security-policy')).toContain(
      'connect-src wss://relay.example http://127.0.0.1:8545;',
    )
  })

  it('fault: a bundle that fails says so on the page, and is tried again', async () => {
    let builds = 0
    const app = phoneRoutes(config, async () => {
      if (++builds === 1) throw new Error('no such package')
      return '/* good */'
    })
    expect(await (await app.request('/phone.js')).text()).toContain('The wallet could not be put together.')
    expect(await (await app.request('/phone.js')).text()).toBe('/* good */')
  })
})
