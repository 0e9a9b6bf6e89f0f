import { LatchkeyError } from '@latchkey/protocol/errors'
import { Hono } from 'hono'
import { authRoutes, sweepAuth } from './auth/authRoutes.js'
import { devicePages } from './auth/devicePages.js'
import { notifyUser } from './auth/notifyUser.js'
import type { CustodyContext } from './custody/custodyContext.js'
import type { KeyProvider } from './custody/keys/keyProvider.js'
import { requireSeparateKeys } from './custody/keys/requireSeparateKeys.js'
import { openHpkeKey } from './custody/openHpkeKey.js'
import { recoveryRoutes } from './custody/recoveryRoutes.js'
import { sweepCustody } from './custody/sweepCustody.js'
import { vaultRoutes } from './custody/vaultRoutes.js'
import { createOutbox } from './platform/mail/createOutbox.js'
import type { HonoEnv } from './platform/vars.js'
import { answerWalletRefusal } from './platform/wallet/answerWalletRefusal.js'
import { guardWallet } from './platform/wallet/guardWallet.js'
import { WalletRefusal } from './platform/wallet/walletRefusal.js'
import type { WalletDeps } from './walletDeps.js'

/** One part of the wallet's server, which may run in a process of its own. */
export type WalletRole = 'auth' | 'vault' | 'recovery'

/** The wallet API without a socket. */
export type WalletApp = {
  fetch(request: Request, env?: object): Promise<Response>
  request(path: string, init?: RequestInit, env?: object): Promise<Response>
  /** Sends mails that wait, and deletes what is due; both also happen by themselves. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** What a wallet app is made of. */
export type WalletAppOptions = WalletDeps & {
  roles: readonly WalletRole[]
  /** Who keeps the keys of the vault and of recovery; only those of the roles that run here are needed. */
  keys: { vault?: KeyProvider; recovery?: KeyProvider }
}

/**
 * Puts the wallet's own server together: what the frame calls under `/api`, and the pages behind the links of its mails.
 *
 * @param options - What the modules may ask for, and which of them run in this process.
 * @returns The app; it opens no port and reads no environment.
 *
 * @example
 * import { createWalletApp } from '@latchkey/server'
 * const app = await createWalletApp({ ...deps, roles: ['auth', 'vault', 'recovery'] })
 * const response = await app.request('/api/vault/keys', { headers: { 'x-latchkey-frame': '1' } })
 */
export async function createWalletApp(options: WalletAppOptions): Promise<WalletApp> {
  const { clientIp, log, roles } = options
  const outbox = createOutbox(options)
  const app = new Hono<HonoEnv>()
  app.onError((error) => answerWalletRefusal(error, log))
  app.notFound(() => answerWalletRefusal(new WalletRefusal('NOT_FOUND', 'Not found'), log))
  app.use(async function identify(c, next) {
    c.set('ip', clientIp(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')))
    await next()
  })
  app.use('/api/*', guardWallet(options.origin))
  const { vault, recovery } = options.keys
  if (vault !== undefined && recovery !== undefined) requireSeparateKeys(vault, recovery)
  const notify: CustodyContext['notify'] = (userId, notice) => notifyUser({ ...options, outbox }, userId, notice)
  async function openCustody(schema: 'vault' | 'recovery', keys: KeyProvider | undefined): Promise<CustodyContext> {
    if (keys === undefined) throw new LatchkeyError('INVALID_CONFIG', `The role ${schema} needs keys`)
    return { ...options, schema, keys, hpke: await openHpkeKey(options.db, keys, schema), notify }
  }
  const onDeviceRevoked = () => sweepCustody({ ...options, schema: 'vault' })
  if (roles.includes('recovery')) app.route('/api/recovery', recoveryRoutes(await openCustody('recovery', recovery)))
  if (roles.includes('vault')) app.route('/api/vault', vaultRoutes(await openCustody('vault', vault)))
  if (roles.includes('auth')) {
    const context = { ...options, outbox, onDeviceRevoked }
    app.route('/api/auth', authRoutes(context))
    app.route('/', devicePages(context))
  }
  async function settle(): Promise<void> {
    if (roles.includes('auth')) await sweepAuth(options)
    for (const schema of ['vault', 'recovery'] as const)
      if (roles.includes(schema)) await sweepCustody({ ...options, schema })
    await outbox.drain()
  }
  const timer = setInterval(() => void settle().catch(() => log.warn('What is due could not be deleted')), 60_000)
  timer.unref()
  return {
    fetch: async (request, env = {}) => app.fetch(request, env),
    request: async (path, init, env = {}) => app.request(path, init, env),
    settle,
    async close() {
      clearInterval(timer)
      await outbox.close()
    },
  }
}
