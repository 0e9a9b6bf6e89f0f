import { LatchkeyError } from '@latchkey/protocol/errors'
import * as z from 'zod'

const port = z.coerce.number().int().min(0).max(65_535)
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

const roles = ['data', 'auth', 'vault', 'recovery'] as const

const schema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3080),
  METRICS_PORT: port.optional(),
  LATCHKEY_MODE: z.enum(['local', 'production']).optional(),
  LATCHKEY_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('error'),
  LATCHKEY_CHAINS: z.string().optional(),
  LATCHKEY_PROJECTS: list.optional(),
  LATCHKEY_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  LATCHKEY_TRUSTED_PROXIES: list.optional(),
  LATCHKEY_RATE_LIMIT: z.coerce.number().int().min(0).default(100),
  LATCHKEY_RATE_BURST: z.coerce.number().int().min(1).default(400),
  LATCHKEY_MAX_SOCKETS: z.coerce.number().int().min(0).default(1000),
  LATCHKEY_DATA_DIR: z.string().min(1).default('.latchkey/db'),
  LATCHKEY_FIAT_RATES: z.string().optional(),
  LATCHKEY_PRICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  LATCHKEY_PRICE_KEY: z.string().min(1).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LATCHKEY_BUILD: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .default('local'),
  LATCHKEY_ROLES: list.pipe(z.array(z.enum(roles)).min(1)).default([...roles]),
  LATCHKEY_WALLET_PORT: port.optional(),
  LATCHKEY_WALLET_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine((url) => new URL(url).origin === url, 'must be an origin, without a path')
    .optional(),
  LATCHKEY_WALLET_NAME: z.string().min(1).max(60).default('Latchkey Wallet'),
  LATCHKEY_WALLET_SITES: list.optional(),
  LATCHKEY_DEVICE_LINK: z.enum(['always', 'returning']).default('always'),
  LATCHKEY_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  LATCHKEY_MAIL_FROM: z.string().min(3).default('Latchkey Wallet <wallet@localhost>'),
  LATCHKEY_VAULT_KEYS: z.string().min(1).optional(),
  LATCHKEY_RECOVERY_KEYS: z.string().min(1).optional(),
  LATCHKEY_AUTH_KEYS: z.string().min(1).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
})

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
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new LatchkeyError('INVALID_CONFIG', `Settings are not usable. ${problems.join('; ')}`, { hints: problems })
}
