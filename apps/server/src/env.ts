import { LatchkeyError } from '@latchkey/protocol/errors'
import * as z from 'zod'
import { defaultMailLimits } from './platform/wallet/mailLimits.js'
import { defaultRetention } from './platform/wallet/retention.js'

/** Digits only: `Number` would accept more, such as a blank as 0. */
const whole = (min: number, max = 1e15) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
const port = whole(0, 65_535)
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

/** A URL of one of these schemes; the refusal says which. */
const urlOf = (...schemes: readonly string[]) =>
  z.url({
    protocol: new RegExp(`^(${schemes.join('|')})$`),
    error: `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  })

const roles = ['data', 'auth', 'vault', 'recovery'] as const

const schema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3080),
  METRICS_PORT: port.optional(),
  LATCHKEY_MODE: z.enum(['local', 'production']).optional(),
  LATCHKEY_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('error'),
  LATCHKEY_CHAINS: z.string().optional(),
  LATCHKEY_PROJECTS: list.optional(),
  LATCHKEY_PUBLIC_URL: urlOf('https', 'http').optional(),
  LATCHKEY_TRUSTED_PROXIES: list.optional(),
  LATCHKEY_RATE_LIMIT: whole(0).default(100),
  LATCHKEY_RATE_BURST: whole(1).default(400),
  LATCHKEY_MAX_SOCKETS: whole(0).default(1000),
  LATCHKEY_RELAY_URLS: list.pipe(z.array(urlOf('wss', 'ws', 'https', 'http')).min(1)).optional(),
  LATCHKEY_RELAY_SITES: list.optional(),
  LATCHKEY_RELAY_SOCKETS: whole(0).default(10_000),
  LATCHKEY_RELAY_RATE: whole(0).default(20),
  LATCHKEY_RELAY_BURST: whole(1).default(100),
  LATCHKEY_RELAY_STORAGE: whole(0).default(4_096),
  LATCHKEY_RELAY_LEEWAY: whole(0).default(4_500),
  LATCHKEY_NAME_ZONES: list
    .pipe(
      z
        .array(
          z
            .string()
            .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'must be zones such as names.example'),
        )
        .min(1),
    )
    .optional(),
  LATCHKEY_DATA_DIR: z.string().min(1).default('.latchkey/db'),
  LATCHKEY_FIAT_RATES: z.string().optional(),
  LATCHKEY_WALLETS_FILE: z.string().min(1).optional(),
  LATCHKEY_WALLET_LETTERS: list.optional(),
  LATCHKEY_PRICE_URL: urlOf('https', 'http').optional(),
  LATCHKEY_PRICE_KEY: z.string().min(1).optional(),
  LATCHKEY_ONRAMP_SECRET: z.string().min(32, 'must have 32 characters or more').optional(),
  LATCHKEY_ONRAMP_LOCAL_URL: urlOf('http').optional(),
  LATCHKEY_MELD_KEY: z.string().min(1).optional(),
  LATCHKEY_MELD_URL: urlOf('https', 'http').default('https://api.meld.io'),
  LATCHKEY_MELD_WEBHOOK_KEYS: list.optional(),
  LATCHKEY_COINBASE_KEY_ID: z.string().min(1).optional(),
  LATCHKEY_COINBASE_KEY: z.string().min(1).optional(),
  LATCHKEY_COINBASE_URL: urlOf('https', 'http').default('https://api.developer.coinbase.com'),
  LATCHKEY_COINBASE_WEBHOOK_KEYS: list.optional(),
  LATCHKEY_SWAPS: z.string().min(1).optional(),
  LATCHKEY_ONEINCH_URL: urlOf('https', 'http').default('https://api.1inch.dev/swap/v6.0'),
  LATCHKEY_ONEINCH_KEY: z.string().min(1).optional(),
  LATCHKEY_ZEROX_URL: urlOf('https', 'http').default('https://api.0x.org'),
  LATCHKEY_ZEROX_KEY: z.string().min(1).optional(),
  LATCHKEY_IPFS_GATEWAY: urlOf('https').optional(),
  DATABASE_URL: urlOf('postgres', 'postgresql').optional(),
  LATCHKEY_RELAY_POOL: whole(1, 1_000).default(10),
  LATCHKEY_WALLET_POOL: whole(1, 1_000).default(10),
  LATCHKEY_DATA_POOL: whole(1, 1_000).default(10),
  LATCHKEY_CONNECTION_SECONDS: whole(1, 600).default(5),
  LATCHKEY_STATEMENT_SECONDS: whole(0, 86_400).default(15),
  LATCHKEY_TRANSACTION_SECONDS: whole(0, 86_400).default(30),
  LATCHKEY_BUILD: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .default('local'),
  LATCHKEY_ROLES: list.pipe(z.array(z.enum(roles)).min(1)).default([...roles]),
  LATCHKEY_WALLET_PORT: port.optional(),
  LATCHKEY_WALLET_ORIGIN: urlOf('https', 'http')
    .refine((url) => new URL(url).origin === url, 'must be an origin, without a path')
    .optional(),
  LATCHKEY_WALLET_NAME: z.string().min(1).max(60).default('Latchkey Wallet'),
  LATCHKEY_WALLET_SITES: list.optional(),
  LATCHKEY_WALLET_TRUSTED_SITES: list.optional(),
  LATCHKEY_SOCIALS_FILE: z.string().min(1).optional(),
  LATCHKEY_PASSKEY_LOGIN: z.enum(['on', 'off']).default('off'),
  LATCHKEY_FRAME_DIR: z.string().min(1).optional(),
  LATCHKEY_DEVICE_LINK: z.enum(['always', 'returning']).default('always'),
  LATCHKEY_NEW_DEVICE: z.enum(['at-once', 'approve', 'wait']).default('at-once'),
  LATCHKEY_FREEZE_HOURS: whole(1, 720).default(72),
  LATCHKEY_MAILS_ADDRESS_HOUR: whole(1, 10_000).default(defaultMailLimits.address.hour),
  LATCHKEY_MAILS_ADDRESS_DAY: whole(1, 10_000).default(defaultMailLimits.address.day),
  LATCHKEY_MAILS_NETWORK_HOUR: whole(1, 1e8).default(defaultMailLimits.network.hour),
  LATCHKEY_MAILS_NETWORK_DAY: whole(1, 1e8).default(defaultMailLimits.network.day),
  LATCHKEY_MAILS_NETWORK_ADDRESSES: whole(1, 1e8).default(defaultMailLimits.network.addresses),
  LATCHKEY_MAILS_SITE_HOUR: whole(1, 1e8).default(defaultMailLimits.site.hour),
  LATCHKEY_DELETION_DAYS: whole(1, 90).default(7),
  LATCHKEY_RETENTION_SESSIONS: whole(1, 3_650).default(defaultRetention.sessions),
  LATCHKEY_RETENTION_SIGN_INS: whole(1, 3_650).default(defaultRetention.signIns),
  LATCHKEY_RETENTION_BROWSERS: whole(1, 3_650).default(defaultRetention.browsers),
  LATCHKEY_RETENTION_EMAIL_CHANGES: whole(1, 3_650).default(defaultRetention.emailChanges),
  LATCHKEY_RETENTION_FREEZES: whole(1, 3_650).default(defaultRetention.freezes),
  LATCHKEY_RETENTION_NOTICES: whole(1, 3_650).default(defaultRetention.notices),
  // A browser that was let in may open the wallet for a week.
  LATCHKEY_RETENTION_RESTORES: whole(7, 3_650).default(defaultRetention.restores),
  LATCHKEY_RETENTION_MESSAGES: whole(1, 7).default(7),
  LATCHKEY_RETENTION_SMART_SESSIONS: whole(1, 3_650).default(90),
  LATCHKEY_RETENTION_NAMES: whole(1, 3_650).default(30),
  LATCHKEY_RETENTION_PURCHASES: whole(1, 3_650).default(365),
  // No sign-in lasts longer than its account: 30 days are the most that one may be given.
  LATCHKEY_RETENTION_SIWX: whole(31, 3_650).default(400),
  LATCHKEY_RETENTION_HISTORY: whole(0, 36_500).default(0),
  LATCHKEY_SMTP_URL: urlOf('smtp', 'smtps')
    .refine((url) => new URL(url).hostname !== '', 'must name a host')
    .optional(),
  LATCHKEY_RECOVERY_SMTP_URL: urlOf('smtp', 'smtps')
    .refine((url) => new URL(url).hostname !== '', 'must name a host')
    .optional(),
  LATCHKEY_MAIL_FROM: z.string().min(3).default('Latchkey Wallet <wallet@localhost>'),
  LATCHKEY_VAULT_KEYS: z.string().min(1).optional(),
  LATCHKEY_RECOVERY_KEYS: z.string().min(1).optional(),
  LATCHKEY_SESSION_KEYS: z.string().min(1).optional(),
  LATCHKEY_VERIFY_KEYS: z.string().min(1).optional(),
  LATCHKEY_NAME_KEYS: z.string().min(1).optional(),
  LATCHKEY_SIWX_KEYS: z.string().min(1).optional(),
  LATCHKEY_SIWX_HOURS: whole(1, 720).default(168),
  LATCHKEY_SIWX_EMAIL: z.enum(['off', 'optional', 'required']).default('off'),
  LATCHKEY_VAULT_PIN: z.string().min(1).optional(),
  LATCHKEY_RECOVERY_PIN: z.string().min(1).optional(),
  LATCHKEY_SESSION_PIN: z.string().min(1).optional(),
  AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  AWS_SESSION_TOKEN: z.string().min(1).optional(),
  LATCHKEY_AUTH_KEYS: z.string().min(1).optional(),
  REDIS_URL: urlOf('redis', 'rediss').optional(),
})

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(schema.shape)

/** The settings of one server, by the names of their environment variables. */
export type Env = z.output<typeof schema>

/**
 * Reads and checks the settings; the only place that looks at the environment.
 *
 * @param source - The variables; empty ones count as unset.
 * @returns The settings with defaults filled in.
 * @throws LatchkeyError INVALID_CONFIG that names each variable at fault, never its value.
 *
 * @example
 * import { readEnv } from './env.js'
 * const env = readEnv({ PORT: '3080' })
 */
export function readEnv(source: { readonly [name: string]: string | undefined } = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')} ${wordsOf(issue)}`)
  throw new LatchkeyError('INVALID_CONFIG', `Invalid settings. ${problems.join('; ')}`, { hints: problems })
}

/** Describes the valid values of a setting without its value, which may be a secret. */
function wordsOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return 'must be a whole number'
    case 'too_small':
      return issue.origin === 'number' ? `must be ${issue.minimum} or more` : 'must not be empty'
    case 'too_big':
      return issue.origin === 'number'
        ? `must be ${issue.maximum} or less`
        : `must have ${issue.maximum} characters or fewer`
    case 'invalid_value':
      return `must be ${issue.values.join(', ')}`
    default:
      return issue.message
  }
}

/**
 * Finds variables that are named like settings and are none: a misspelt one would otherwise leave a default in force that nobody
 * wants.
 *
 * @param source - The variables.
 * @returns Their names.
 *
 * @example
 * import { strayNames } from './env.js'
 * strayNames({ LATCHKEY_PROJECT: 'a' }) // ['LATCHKEY_PROJECT']
 */
export function strayNames(source: { readonly [name: string]: string | undefined } = process.env): string[] {
  return Object.keys(source).filter((name) => name.startsWith('LATCHKEY_') && !settingNames.includes(name))
}
