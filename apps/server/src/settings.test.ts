import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { builtServer } from '../test/builtServer.js'
import { readEnv, strayNames } from './env.js'
import * as entryPoint from './exports/index.js'
import { defaultChains } from './platform/chains/defaultChains.js'
import { readChains } from './platform/chains/readChains.js'
import { createClientIp } from './platform/http/clientIp.js'
import { createRateLimit } from './platform/limits/rateLimit.js'

describe('the environment', () => {
  it('has a default for everything', () => {
    expect(readEnv({})).toMatchObject({ HOST: '127.0.0.1', PORT: 3080, LATCHKEY_LOG_LEVEL: 'error' })
    expect(readEnv({ PORT: '', LATCHKEY_PROJECTS: 'a, b,' })).toMatchObject({
      PORT: 3080,
      LATCHKEY_PROJECTS: ['a', 'b'],
    })
  })

  it.each([
    ['PORT', 'x'],
    ['PORT', '70000'],
    ['LATCHKEY_MODE', 'x'],
    ['DATABASE_URL', 'mysql://secret'],
    ['REDIS_URL', 'http://secret'],
    ['LATCHKEY_PUBLIC_URL', 'javascript:secret'],
    ['LATCHKEY_LOG_LEVEL', 'loud'],
    ['LATCHKEY_RATE_BURST', '0'],
    ['LATCHKEY_RATE_LIMIT', ' '],
    ['LATCHKEY_RELAY_RATE', '1e1'],
    ['PORT', '0x50'],
    ['PORT', '-1'],
  ])('names %s when it is %s and tells no value', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringContaining(name) }),
    )
    expect(() => readEnv({ [name]: value })).not.toThrow(/secret/)
  })

  it.each([
    ['PORT', 'x', 'PORT must be a whole number'],
    ['PORT', '70000', 'PORT must be 65535 or less'],
    ['LATCHKEY_RATE_BURST', '0', 'LATCHKEY_RATE_BURST must be 1 or more'],
    ['LATCHKEY_MODE', 'x', 'LATCHKEY_MODE must be local, production'],
    ['LATCHKEY_ROLES', 'data,mail', 'LATCHKEY_ROLES.1 must be data, auth, vault, recovery'],
    ['DATABASE_URL', 'db', 'DATABASE_URL must be a URL that begins with postgres:// or postgresql://'],
    ['LATCHKEY_WALLET_ORIGIN', 'https://a.example/b', 'LATCHKEY_WALLET_ORIGIN must be an origin, without a path'],
    ['LATCHKEY_SMTP_URL', 'smtp://', 'LATCHKEY_SMTP_URL must name a host'],
    ['LATCHKEY_WALLET_NAME', 'x'.repeat(61), 'LATCHKEY_WALLET_NAME must have 60 characters or fewer'],
  ])('says what %s must be when it is %s', (name, value, words) => {
    expect(() => readEnv({ [name]: value })).toThrow(expect.objectContaining({ hints: [words] }))
  })

  it('tells variables that are named like settings and are none', () => {
    expect(strayNames({ LATCHKEY_PROJECT: 'a', LATCHKEY_PROJECTS: 'a', PATH: '/', AWS_REGION: 'x' })).toEqual([
      'LATCHKEY_PROJECT',
    ])
  })
})

describe('the chains', () => {
  it('are the built-in ones when none are named, each with well-formed addresses', () => {
    expect(readChains(undefined)).toBe(defaultChains)
    expect(readChains(defaultChains)).toEqual(defaultChains)
    for (const chain of defaultChains.filter(({ caip2 }) => caip2.startsWith('eip155:')))
      for (const token of chain.tokens) expect(getAddress(token.address)).toBe(token.address)
  })

  it('can be given as JSON or as a file', () => {
    const text = JSON.stringify([
      {
        caip2: 'eip155:5',
        name: 'Five',
        rpc: ['http://127.0.0.1:9'],
        nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
      },
    ])
    const file = join(mkdtempSync(join(tmpdir(), 'latchkey-chains-')), 'chains.json')
    writeFileSync(file, text)
    expect(readChains(text)[0]).toMatchObject({ caip2: 'eip155:5', tokens: [] })
    expect(readChains(file)).toEqual(readChains(text))
  })

  const good = {
    caip2: 'eip155:5',
    name: 'Five',
    rpc: ['http://127.0.0.1:9'],
    nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
  }
  const token = { address: 'So11111111111111111111111111111111111111112', name: 'x', symbol: 'x', decimals: 9 }

  it('behavior: a chain names its tokens as its family writes addresses', () => {
    expect(readChains([{ ...good, caip2: 'solana:x', tokens: [token] }])[0]?.tokens).toEqual([token])
  })

  it.each([
    ['[', 'JSON'],
    ['[]', 'usable'],
    ['/does/not/exist.json', 'read'],
    [[{ ...good, caip2: 'foo:1' }], 'usable'],
    [[{ ...good, rpc: [] }], 'usable'],
    [[{ ...good, rpc: ['file:///etc/passwd'] }], 'usable'],
    [[{ ...good, tokens: [{ address: '0x1', name: 'x', symbol: 'x', decimals: 18 }] }], 'usable'],
    [[{ ...good, caip2: 'solana:x', tokens: [{ ...token, address: `0x${'11'.repeat(20)}` }] }], 'usable'],
    [[{ ...good, caip2: 'solana:x', tokens: [{ ...token, address: '1'.repeat(33) }] }], 'usable'],
    [[{ ...good, caip2: 'bip122:x', tokens: [token] }], 'usable'],
    [[{ ...good, caip2: 'solana:x', multicall3: `0x${'11'.repeat(20)}` }], 'usable'],
    [[good, good], 'usable'],
    [[{ ...good, nativePrice: -1 }], 'usable'],
  ])('are refused: %j', (given, word) => {
    expect(() => readChains(given as string)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringContaining(word) }),
    )
  })
})

describe('who calls', () => {
  it('is the socket, unless a known proxy tells another', () => {
    const direct = createClientIp([])
    expect(direct('203.0.113.1', '198.51.100.1')).toBe('203.0.113.1')
    expect(direct('::ffff:203.0.113.1', undefined)).toBe('203.0.113.1')
    const behind = createClientIp(['10.0.0.0/8', '::1'])
    expect(behind('203.0.113.1', '198.51.100.1')).toBe('203.0.113.1')
    expect(behind('10.1.2.3', '6.6.6.6, 198.51.100.1, 10.9.9.9')).toBe('198.51.100.1')
    expect(behind('::1', 'nonsense')).toBe('::1')
    expect(behind(undefined, '198.51.100.1')).toBe('unknown')
    for (const range of ['nonsense', '10.0.0.0/', '10.0.0.0/8/9', '10.0.0.0/0x8', '10.0.0.0/33', '10.0.0.0/ 8'])
      expect(() => createClientIp([range]), range).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }))
  })

  it('makes nobody wait for a clock that was set back an hour', () => {
    const limit = createRateLimit({ rate: 2, burst: 4 })
    const hour = 3_600_000
    expect(limit.take('a', 3, hour)).toBe(0)
    expect([limit.take('a', 1, 0), limit.take('a', 1, 0)]).toEqual([0, 1])
    expect(limit.take('a', 1, 500)).toBe(0)
  })

  it('has tokens that come back with time, one bucket for a /64', () => {
    const limit = createRateLimit({ rate: 2, burst: 4 })
    for (let at = 0; at < 4; at++) expect(limit.take('2001:db8::1', 1, 0)).toBe(0)
    expect(limit.take('2001:0db8:0:0:ffff::2', 1, 0)).toBe(1)
    expect(limit.take('2001:db8:0:1::1', 1, 0)).toBe(0)
    expect(limit.take('2001:db8::1', 2, 1000)).toBe(0)
    expect(limit.take('2001:db8::1', 1, 1000)).toBe(1)
    expect(createRateLimit({ rate: 0, burst: 1 }).take('x', 1e9, 0)).toBe(0)
  })

  it('may owe tokens once, and waits until they came back', () => {
    const limit = createRateLimit({ rate: 2, burst: 4 })
    expect(limit.take('a', 1, 0)).toBe(0)
    expect(limit.owe('a', 9, 0)).toBe(0)
    expect(limit.owe('a', 1, 0)).toBe(3)
    expect(limit.take('a', 1, 0)).toBe(4)
    expect(limit.take('a', 1, 3_000)).toBe(1)
    expect(limit.owe('a', 1, 3_000)).toBe(0)
    expect(limit.take('a', 1, 4_000)).toBe(0)
    expect(limit.owe('b', 0, 0)).toBe(0)
    expect(createRateLimit({ rate: 0, burst: 1 }).owe('x', 1e9, 0)).toBe(0)
  })
})

describe('the program', () => {
  it('[S7-142] exports these names', () => {
    expect(Object.keys(entryPoint).sort()).toEqual(['createApp', 'createWalletApp', 'readEnv', 'startServer'])
  })

  it('starts, answers, and ends on SIGTERM without leaving its lock', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-main-'))
    const env = {
      ...process.env,
      PORT: '0',
      LATCHKEY_DATA_DIR: dataDir,
      LATCHKEY_CHAINS: JSON.stringify([
        {
          caip2: 'eip155:5',
          name: 'Five',
          rpc: ['http://127.0.0.1:9'],
          nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
        },
      ]),
    }
    const child = spawn(process.execPath, [await builtServer()], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const line = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data: Buffer) => resolve(String(data))),
    )
    const url = /http:\/\/\S+/.exec(line)?.[0] ?? ''
    expect((await fetch(`${url}/health`)).status).toBe(200)
    const second = promisify(execFile)(process.execPath, [await builtServer()], { env })
    await expect(second).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('is in use by process') })
    // As a terminal and npm do, which both pass a Ctrl-C on.
    child.kill('SIGTERM')
    child.kill('SIGINT')
    expect(await ended).toBe(0)
    expect(existsSync(join(dataDir, 'latchkey.lock'))).toBe(false)
  }, 180_000)

  it('says which setting is wrong and ends with 1', async () => {
    const run = promisify(execFile)(process.execPath, [await builtServer()], { env: { ...process.env, PORT: 'x' } })
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('PORT') })
  }, 60_000)
})
