import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEnv, settingNames } from './env.js'

type Name = keyof ReturnType<typeof readEnv>

/** The least and the most that each number may be; no most where only the form ends it, at fifteen digits. */
const numbers: { readonly [name in Name]?: readonly [least: number, most?: number] } = {
  PORT: [0, 65_535],
  METRICS_PORT: [0, 65_535],
  LATCHKEY_WALLET_PORT: [0, 65_535],
  LATCHKEY_RATE_LIMIT: [0],
  LATCHKEY_RATE_BURST: [1],
  LATCHKEY_MAX_SOCKETS: [0],
  LATCHKEY_RELAY_SOCKETS: [0],
  LATCHKEY_RELAY_RATE: [0],
  LATCHKEY_RELAY_BURST: [1],
  LATCHKEY_RELAY_STORAGE: [0],
  LATCHKEY_RELAY_LEEWAY: [0],
  LATCHKEY_RELAY_POOL: [1, 1_000],
  LATCHKEY_WALLET_POOL: [1, 1_000],
  LATCHKEY_DATA_POOL: [1, 1_000],
  LATCHKEY_CONNECTION_SECONDS: [1, 600],
  LATCHKEY_STATEMENT_SECONDS: [0, 86_400],
  LATCHKEY_TRANSACTION_SECONDS: [0, 86_400],
  LATCHKEY_FREEZE_HOURS: [1, 720],
  LATCHKEY_MAILS_ADDRESS_HOUR: [1, 10_000],
  LATCHKEY_MAILS_ADDRESS_DAY: [1, 10_000],
  LATCHKEY_MAILS_NETWORK_HOUR: [1, 1e8],
  LATCHKEY_MAILS_NETWORK_DAY: [1, 1e8],
  LATCHKEY_MAILS_NETWORK_ADDRESSES: [1, 1e8],
  LATCHKEY_MAILS_SITE_HOUR: [1, 1e8],
  LATCHKEY_DELETION_DAYS: [1, 90],
  LATCHKEY_RETENTION_SESSIONS: [1, 3_650],
  LATCHKEY_RETENTION_SIGN_INS: [1, 3_650],
  LATCHKEY_RETENTION_BROWSERS: [1, 3_650],
  LATCHKEY_RETENTION_EMAIL_CHANGES: [1, 3_650],
  LATCHKEY_RETENTION_FREEZES: [1, 3_650],
  LATCHKEY_RETENTION_NOTICES: [1, 3_650],
  LATCHKEY_RETENTION_RESTORES: [7, 3_650],
  LATCHKEY_RETENTION_MESSAGES: [1, 7],
  LATCHKEY_RETENTION_SMART_SESSIONS: [1, 3_650],
  LATCHKEY_RETENTION_NAMES: [1, 3_650],
  LATCHKEY_RETENTION_PURCHASES: [1, 3_650],
  LATCHKEY_RETENTION_SIWX: [31, 3_650],
  LATCHKEY_RETENTION_HISTORY: [0, 36_500],
  LATCHKEY_SIWX_HOURS: [1, 720],
}

/** Of each other setting that has a form: what it may be, and what not. */
const forms: { readonly [name in Name]?: { takes: readonly string[]; refuses: readonly string[] } } = {
  LATCHKEY_MODE: { takes: ['local', 'production'], refuses: ['Local', 'dev'] },
  LATCHKEY_LOG_LEVEL: { takes: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], refuses: ['all'] },
  LATCHKEY_PUBLIC_URL: { takes: ['https://a.example', 'http://a.example'], refuses: ['a.example', 'ws://a.example'] },
  LATCHKEY_RELAY_URLS: {
    takes: ['wss://a.example', 'wss://a.example, https://b.example'],
    refuses: [',', 'a.example', 'wss://a.example,ftp://b.example'],
  },
  LATCHKEY_NAME_ZONES: {
    takes: ['names.example', 'a.b.example, c.example'],
    refuses: [',', 'example', 'Names.example', 'a..example', '-a.example', 'a.example.'],
  },
  LATCHKEY_PRICE_URL: { takes: ['https://a.example/api/v3'], refuses: ['a.example', 'ftp://a.example'] },
  LATCHKEY_ONRAMP_SECRET: { takes: ['a'.repeat(32)], refuses: ['a'.repeat(31)] },
  LATCHKEY_ONRAMP_LOCAL_URL: { takes: ['http://:a@127.0.0.1:4408'], refuses: ['127.0.0.1', 'https://a.example'] },
  LATCHKEY_MELD_URL: { takes: ['https://api-sb.meld.io'], refuses: ['api.meld.io'] },
  LATCHKEY_COINBASE_URL: { takes: ['https://a.example'], refuses: ['a.example'] },
  LATCHKEY_ONEINCH_URL: { takes: ['https://a.example/swap/v6.0'], refuses: ['a.example', 'ftp://a.example'] },
  LATCHKEY_IPFS_GATEWAY: { takes: ['https://a.example'], refuses: ['a.example', 'http://a.example'] },
  LATCHKEY_ZEROX_URL: { takes: ['https://a.example'], refuses: ['a.example', 'ftp://a.example'] },
  DATABASE_URL: { takes: ['postgres://a@b/c', 'postgresql://a@b/c'], refuses: ['mysql://a@b/c', 'b'] },
  LATCHKEY_BUILD: { takes: ['1.2.3_a-B', 'a'.repeat(64)], refuses: ['a b', 'a'.repeat(65)] },
  LATCHKEY_ROLES: { takes: ['data', 'auth, vault,recovery'], refuses: [',', 'data,mail'] },
  LATCHKEY_WALLET_ORIGIN: {
    takes: ['https://w.example', 'http://localhost:4402'],
    refuses: ['https://w.example/', 'https://w.example/path', 'wss://w.example'],
  },
  LATCHKEY_WALLET_NAME: { takes: ['a', 'a'.repeat(60)], refuses: ['a'.repeat(61)] },
  LATCHKEY_DEVICE_LINK: { takes: ['always', 'returning'], refuses: ['never'] },
  LATCHKEY_PASSKEY_LOGIN: { takes: ['on', 'off'], refuses: ['true', 'ON'] },
  LATCHKEY_NEW_DEVICE: { takes: ['at-once', 'approve', 'wait'], refuses: ['never'] },
  LATCHKEY_SIWX_EMAIL: { takes: ['off', 'optional', 'required'], refuses: ['on', 'true'] },
  LATCHKEY_SMTP_URL: {
    takes: ['smtp://a.example', 'smtps://u:p@a.example:465'],
    refuses: ['smtp://', 'https://a.example'],
  },
  LATCHKEY_RECOVERY_SMTP_URL: { takes: ['smtp://a.example'], refuses: ['smtp://', 'https://a.example'] },
  LATCHKEY_MAIL_FROM: { takes: ['a@b'], refuses: ['ab'] },
  REDIS_URL: { takes: ['redis://a', 'rediss://a'], refuses: ['http://a', 'a'] },
}

/** Texts of any form: paths, lists, secrets and JSON, which are checked where they are used. */
const texts: readonly Name[] = [
  'HOST',
  'LATCHKEY_CHAINS',
  'LATCHKEY_PROJECTS',
  'LATCHKEY_TRUSTED_PROXIES',
  'LATCHKEY_RELAY_SITES',
  'LATCHKEY_DATA_DIR',
  'LATCHKEY_FIAT_RATES',
  'LATCHKEY_WALLETS_FILE',
  'LATCHKEY_WALLET_LETTERS',
  'LATCHKEY_PRICE_KEY',
  'LATCHKEY_MELD_KEY',
  'LATCHKEY_MELD_WEBHOOK_KEYS',
  'LATCHKEY_COINBASE_KEY_ID',
  'LATCHKEY_COINBASE_KEY',
  'LATCHKEY_COINBASE_WEBHOOK_KEYS',
  'LATCHKEY_SWAPS',
  'LATCHKEY_ONEINCH_KEY',
  'LATCHKEY_ZEROX_KEY',
  'LATCHKEY_WALLET_SITES',
  'LATCHKEY_WALLET_TRUSTED_SITES',
  'LATCHKEY_SOCIALS_FILE',
  'LATCHKEY_FRAME_DIR',
  'LATCHKEY_VAULT_KEYS',
  'LATCHKEY_RECOVERY_KEYS',
  'LATCHKEY_SESSION_KEYS',
  'LATCHKEY_VERIFY_KEYS',
  'LATCHKEY_NAME_KEYS',
  'LATCHKEY_SIWX_KEYS',
  'LATCHKEY_VAULT_PIN',
  'LATCHKEY_RECOVERY_PIN',
  'LATCHKEY_SESSION_PIN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'LATCHKEY_AUTH_KEYS',
]

const refusal = (name: string) =>
  expect.objectContaining({ code: 'INVALID_CONFIG', message: expect.stringMatching(new RegExp(`\\b${name}\\b`)) })

describe('each setting', () => {
  it('is a number, has a form, or is a text', () => {
    expect([...Object.keys(numbers), ...Object.keys(forms), ...texts].sort()).toEqual([...settingNames].sort())
  })

  it('is set by a test of what it does', () => {
    const lists = ['settingBounds.test.ts', 'operating.test.ts']
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.test.ts') && !lists.includes(basename(file)),
    )
    // As a property, or as a variable of a process: `NAME: value`, `NAME=value`, `'NAME', (…) =>` of a table.
    const text = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n')
    expect(settingNames.filter((name) => !new RegExp(`\\b${name}(:|=|\\]:|', \\()`).test(text))).toEqual([])
  })

  it.each(Object.entries(numbers))('%s is a whole number within its bounds', (name, [least, most = 1e15]) => {
    const read = (value: string) => readEnv({ [name]: value })[name as Name]
    const top = Math.min(most, 999_999_999_999_999)
    expect([read(String(least)), read(String(top))]).toEqual([least, top])
    for (const value of [String(least - 1), String(most + 1), `${least}.5`, '1e1', '0x8', 'x', ' '])
      expect(() => read(value), value).toThrow(refusal(name))
  })

  it.each(Object.entries(forms))('%s takes what has its form, and nothing else', (name, { takes, refuses }) => {
    for (const value of takes)
      expect(String(readEnv({ [name]: value })[name as Name]), value).toBe(value.replaceAll(' ', ''))
    for (const value of refuses) expect(() => readEnv({ [name]: value }), value).toThrow(refusal(name))
  })

  it.each(texts)('%s is taken as it stands', (name) => {
    expect(String(readEnv({ [name]: 'some-text' })[name])).toBe('some-text')
    expect(readEnv({ [name]: '' })[name]).toEqual(readEnv({})[name])
  })
})
