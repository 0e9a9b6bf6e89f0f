import { hkdfSync } from 'node:crypto'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { Hono } from 'hono'
import { authRoutes } from './auth/authRoutes.js'
import { devicePages } from './auth/devicePages.js'
import { finishDeletions } from './auth/finishDeletions.js'
import { handOverAddresses } from './auth/handOverAddresses.js'
import { loginRoutes } from './auth/logins/loginRoutes.js'
import { passkeyRoutes } from './auth/passkey/passkeyRoutes.js'
import { sendNotices } from './auth/sendNotices.js'
import { callbackPages } from './auth/social/callbackPages.js'
import { socialRoutes } from './auth/social/socialRoutes.js'
import { sweepAuth } from './auth/sweepAuth.js'
import { createRemovedSweep } from './custody/createRemovedSweep.js'
import type { CustodyContext } from './custody/custodyContext.js'
import type { KeyProvider } from './custody/keys/keyProvider.js'
import { requireSeparateKeys } from './custody/keys/requireSeparateKeys.js'
import { createMailWorker, type MailWorker } from './custody/mailbox/createMailWorker.js'
import { openHpkeKey } from './custody/openHpkeKey.js'
import { recoveryRoutes } from './custody/recoveryRoutes.js'
import { sweepCustody } from './custody/sweepCustody.js'
import { vaultRoutes } from './custody/vaultRoutes.js'
import { type FrameSite, frameRoutes } from './frame/frameRoutes.js'
import type { HonoEnv } from './platform/http/vars.js'
import type { RateLimit } from './platform/limits/rateLimit.js'
import { createOutbox, type Outbox } from './platform/mail/createOutbox.js'
import type { Mail } from './platform/mail/mail.js'
import { putNotice } from './platform/mail/putNotice.js'
import type { Metrics } from './platform/metrics/metrics.js'
import { createSecretBox, type SecretBox } from './platform/secrets/secretBox.js'
import { answerWalletRefusal } from './platform/wallet/answerWalletRefusal.js'
import { guardWallet } from './platform/wallet/guardWallet.js'
import { limitCalls } from './platform/wallet/limitCalls.js'
import { WalletRefusal } from './platform/wallet/walletRefusal.js'
import { walletStatusRoutes } from './status/walletStatusRoutes.js'
import type { WalletDeps } from './walletDeps.js'

/** How often notices of custody in other processes are looked for, in milliseconds. */
const noticePause = 2_000

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

/** The options of a wallet app. */
export type WalletAppOptions = Omit<WalletDeps, 'box' | 'mail'> & {
  /** The key with which the role `auth` stores addresses; no other role needs it. */
  box?: SecretBox
  /** The mail transport of the roles `auth` and `recovery`; `recoveryMail` overrides it for recovery. */
  mail?: Mail
  recoveryMail?: Mail
  /** How often one client address may call; absent: as often as it likes. */
  rateLimit?: RateLimit
  /** The metrics of refused calls and of queued and failed mails. */
  metrics?: Metrics
  roles: readonly WalletRole[]
  /** The key services of the vault and of recovery; only those of the running roles are needed. */
  keys: { vault?: KeyProvider; recovery?: KeyProvider }
  /** The built frame, served beside the API by the role `auth`; without it there is only the API. */
  frame?: FrameSite
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
  const { clientIp, log, metrics, rateLimit, roles } = options
  const app = new Hono<HonoEnv>()
  const refuse = (error: unknown) =>
    answerWalletRefusal(error, log, (code) => metrics?.refused.inc({ api: 'wallet', code }))
  app.onError(refuse)
  app.notFound(() => refuse(new WalletRefusal('NOT_FOUND', 'Not found')))
  app.use(async function identify(c, next) {
    c.set('ip', clientIp(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')))
    await next()
  })
  app.route('/', walletStatusRoutes(options))
  app.use('/api/*', guardWallet(options.origin))
  if (rateLimit !== undefined) app.use('/api/*', limitCalls({ rateLimit, exemptLoopback: options.exemptLoopback }))
  const { vault, recovery } = options.keys
  if (vault !== undefined && recovery !== undefined) await requireSeparateKeys(vault, recovery)
  let mailWorker: MailWorker | undefined
  const auth = roles.includes('auth') ? openAuth(options, () => mailWorker?.poke()) : undefined
  const notices: Pick<CustodyContext, 'notify' | 'sendNotices'> = {
    notify: (query, userId, notice) => putNotice(query, options.now, userId, notice),
    async sendNotices() {
      // It is written down: a mail that waits a little must not make a thing look undone that was done.
      if (auth !== undefined) await sendNotices(auth).catch(() => log.warn('The notices could not be read'))
    },
  }
  async function openCustody<Schema extends CustodyContext['schema']>(schema: Schema, keys: KeyProvider | undefined) {
    if (keys === undefined) throw new LatchkeyError('INVALID_CONFIG', `The role ${schema} needs keys`)
    const hpke = await openHpkeKey(options.db, keys, schema)
    // Its own, under its own keys: what one role indexes means nothing to another.
    const box = createSecretBox(new Uint8Array(hkdfSync('sha256', hpke.privateKey, '', `latchkey/${schema}/box/1`, 32)))
    return { ...options, box, schema, keys, hpke, ...notices }
  }
  // A vault elsewhere finds the revoked device by itself; until it has swept, the device opens nothing either.
  const sweepRemoved = roles.includes('vault') ? createRemovedSweep(options) : async () => undefined
  if (roles.includes('recovery')) {
    const custody = await openCustody('recovery', recovery)
    const mail = options.recoveryMail ?? options.mail
    if (mail === undefined) throw new LatchkeyError('INVALID_CONFIG', 'The role recovery needs somewhere to send mails')
    const context = { ...custody, outbox: openOutbox({ ...custody, mail }, 'recovery', metrics) }
    mailWorker = createMailWorker(context)
    app.route('/api/recovery', recoveryRoutes(context))
  }
  if (roles.includes('vault')) app.route('/api/vault', vaultRoutes(await openCustody('vault', vault)))
  if (auth !== undefined) {
    const context = { ...auth, onDeviceRevoked: sweepRemoved }
    app.route('/api/auth/social', socialRoutes(context))
    app.route('/api/auth/logins', loginRoutes(context))
    app.route('/api/auth/passkey', passkeyRoutes(context))
    app.route('/api/auth', authRoutes(context))
    app.route('/', callbackPages(context))
    app.route('/', devicePages(context))
    if (options.frame !== undefined) app.route('/', frameRoutes(options.frame, auth))
  }
  const handOver =
    auth &&
    (() =>
      handOverAddresses(auth).catch(() =>
        log.warn('The addresses of older wallets could not be handed over to recovery'),
      ))
  void handOver?.()
  async function settle(): Promise<void> {
    // Notices that waited while no such process ran are sent before the oldest expire.
    await notices.sendNotices()
    if (auth !== undefined) await sweepAuth(options)
    for (const schema of ['vault', 'recovery'] as const)
      if (roles.includes(schema)) await sweepCustody({ ...options, schema })
    await sweepRemoved()
    if (auth !== undefined) {
      await finishDeletions(auth)
      await handOver?.()
      await sendNotices(auth)
      await auth.outbox.drain()
    }
    await mailWorker?.drain()
  }
  const timer = setInterval(() => void settle().catch(() => log.warn('What is due could not be deleted')), 60_000)
  timer.unref()
  const send = auth && (() => void sendNotices(auth).catch(() => log.warn('The notices could not be read')))
  const postman = send && setInterval(send, noticePause)
  postman?.unref()
  return {
    fetch: async (request, env = {}) => app.fetch(request, env),
    request: async (path, init, env = {}) => app.request(path, init, env),
    settle,
    async close() {
      clearInterval(timer)
      clearInterval(postman)
      await Promise.all([auth?.outbox.close(), mailWorker?.close()])
    },
  }
}

function openAuth(options: WalletAppOptions, pokeRecovery: () => void): WalletDeps & { outbox: Outbox } {
  const { box, mail } = options
  if (box === undefined || mail === undefined)
    throw new LatchkeyError('INVALID_CONFIG', 'The role auth needs its secret and somewhere to send mails')
  const deps = { ...options, box, mail }
  const outbox = openOutbox(deps, 'auth', options.metrics)
  const poke = () => {
    outbox.poke()
    pokeRecovery()
  }
  return { ...deps, outbox: { ...outbox, poke } }
}

function openOutbox(deps: Parameters<typeof createOutbox>[0], schema: 'auth' | 'recovery', metrics?: Metrics): Outbox {
  const outbox = createOutbox(deps, { schema, onFailed: () => metrics?.mailsFailed.inc({ role: schema }) })
  metrics?.outboxes.set(schema, outbox.depth)
  return outbox
}
