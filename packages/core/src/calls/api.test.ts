import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { one } from '../../test/chains.js'
import { dataServer } from '../../test/dataServer.js'
import { createConfig } from '../createConfig.js'
import { version } from '../version.js'
import { createApi } from './api.js'

const parse = (value: unknown) => value as { ok: boolean }

describe('createApi', () => {
  it('says which project and which version asks, and leaves out what is empty', async () => {
    const server = await dataServer({ '/base/v1/x': { ok: true } })
    const api = createApi({ url: `${server.url}/base`, projectId: 'my project' })
    expect(await api.request({ path: 'v1/x', query: { a: '1 2', b: undefined, c: '' }, parse })).toEqual({ ok: true })
    expect(server.seen).toMatchObject([{ method: 'GET', path: '/base/v1/x' }])
    expect(server.seen[0]?.query).toEqual({ a: '1 2', projectId: 'my project', st: 'latchkey', sv: `core-${version}` })
  })

  it('gives the address of the JSON-RPC proxy for a chain', () => {
    const url = new URL(createApi({ url: 'https://api.example/' }).rpcUrl('eip155:1'))
    expect(url.origin + url.pathname).toBe('https://api.example/v1')
    expect(url.searchParams.get('chainId')).toBe('eip155:1')
  })

  it('posts a body as JSON that needs no preflight', async () => {
    const server = await dataServer({ '/v1/x': { ok: true } })
    await createApi({ url: server.url }).request({ path: 'v1/x', body: { a: 1 }, parse })
    expect(server.seen[0]).toMatchObject({ method: 'POST', body: { a: 1 } })
  })

  it('error: refused, unreadable, unreachable, aborted: each with its code', async () => {
    const server = await dataServer({
      '/refused': 403,
      '/page': (response) => response.end('<html>'),
      '/silent': () => {},
    })
    const api = createApi({ url: server.url })
    await expect(api.request({ path: 'refused', parse })).rejects.toMatchObject({
      code: 'API_REFUSED',
      details: 'HTTP status code: 403',
    })
    await expect(api.request({ path: 'page', parse })).rejects.toMatchObject({ code: 'API_BAD_ANSWER' })
    await expect(createApi({ url: 'http://127.0.0.1:9' }).request({ path: 'x', parse })).rejects.toMatchObject({
      code: 'API_UNREACHABLE',
    })
    const stop = new AbortController()
    const asked = api.request({ path: 'silent', parse, signal: stop.signal })
    setTimeout(() => stop.abort(), 20)
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it('behavior: a server that is down is told to the developer once, by its URL and its setting, a refusal is not', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => errors.mockRestore())
    const server = await dataServer({ '/v1/x': 503, '/v1/busy': 429 })
    for (const url of ['http://127.0.0.1:9', server.url]) {
      const { api } = createConfig({ chains: [one], storage: null, api: { url } })
      for (let turn = 0; turn < 2; turn++) await expect(api?.request({ path: 'v1/x', parse })).rejects.toThrow()
    }
    const busy = createConfig({ chains: [one], storage: null, api: { url: server.url } })
    await expect(busy.api?.request({ path: 'v1/busy', parse })).rejects.toMatchObject({ code: 'API_REFUSED' })
    const setting = 'It is set by createConfig({ api: { url } }).'
    expect(errors.mock.calls.flat()).toEqual([
      `[latchkey] Data API Not Reachable: http://127.0.0.1:9 does not answer, or does not allow this origin (CORS). ${setting}`,
      `[latchkey] Data API Not Reachable: ${server.url} answers with status 503. ${setting}`,
    ])
  })

  it('error: a schema that refuses the answer is a bad answer, with the reason beneath', async () => {
    const server = await dataServer({ '/v1/x': { ok: 'no' } })
    const cause = new Error('not a boolean')
    const refuse = () => {
      throw cause
    }
    await expect(createApi({ url: server.url }).request({ path: 'v1/x', parse: refuse })).rejects.toMatchObject({
      code: 'API_BAD_ANSWER',
      cause,
    })
  })
})
