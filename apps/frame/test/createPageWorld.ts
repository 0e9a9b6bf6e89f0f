import type { WalletRefusalCode } from '@latchkey/protocol/internal/walletApi'
import { createAuthCalls } from '../src/api/createAuthCalls.js'
import { createCustodyCalls } from '../src/api/createCustodyCalls.js'
import { createGate } from '../src/api/createGate.js'
import { createMailCodes } from '../src/api/createMailCodes.js'
import { WalletServerError } from '../src/api/walletServerError.js'
import type { CameBack } from '../src/pages/comeBack.js'
import { createLoginCalls } from '../src/pages/loginCalls.js'
import { createOwnerCalls } from '../src/pages/ownerCalls.js'
import type { PageContext } from '../src/pages/pageContext.js'
import { createMemoryStorage } from '../src/storage/createMemoryStorage.js'
import { openDevice } from '../src/storage/openDevice.js'
import type { WalletServer } from '../src/types.js'
import { createSessions } from '../src/wallet/createSessions.js'
import { createKeyring } from '../src/worker/createKeyring.js'
import { createExportCalls, type ExportKeyring } from '../src/worker/exportCalls.js'
import type { FactorPlan } from '../src/worker/messages.js'
import { createServers, name, type Stored } from './createServers.js'
import { createFakeScreens } from './fakeScreens.js'

type ListedFactor = Awaited<ReturnType<PageContext['custody']['listFactors']>>['factors'][number]
const session = {
  sessionToken: 'A'.repeat(43),
  sessionId: 'session-0000000001',
  userId: name.userId,
  projectId: 'project',
  parentOrigin: 'https://app.example',
  email: 'anna.petersen@example.org',
  expiresAt: 4_000_000_000_000,
}
const random = (size: number) => crypto.getRandomValues(new Uint8Array(size))

/** A window of the wallet over a vault in memory, with a real keyring: as far as a page meets them. */
export async function createPageWorld(
  given: { factors?: ListedFactor[]; frozenUntil?: number; hasWallet?: boolean; secret?: Uint8Array } = {},
) {
  const servers = createServers()
  const keyring: ExportKeyring = createKeyring({ now: () => Date.now(), random }, (take) =>
    createExportCalls(take, random),
  )
  const storage = createMemoryStorage()
  const device = await openDevice(storage)
  const clientKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const own: FactorPlan = { factorId: 'factor-device-0001', kind: 'device', clientKey }
  const auto: FactorPlan = { factorId: 'factor-auto-000001', kind: 'auto' }
  const { secret } = given
  const stored: Stored = await keyring.create({
    name,
    custodyKeys: servers.custodyKeys,
    factors: [own, auto],
    ...(secret && { secret }),
  })
  await keyring.lock({})
  const { addresses, epoch } = stored
  const clientCipher = stored.factors[0]?.clientCipher ?? ''
  const { walletId, userId } = name
  await storage.write('session', session.parentOrigin, session)
  await storage.write('wallet', userId, {
    walletId,
    userId,
    addresses,
    epoch,
    factorId: own.factorId,
    clientCipher,
    clientKey,
  })

  const time = Date.UTC(2026, 10, 21, 12)
  const listed = (factorId: string, kind: ListedFactor['kind'], more: Partial<ListedFactor> = {}): ListedFactor => ({
    factorId,
    kind,
    createdAt: time,
    deleteAt: null,
    ...more,
  })
  const world = {
    factors: given.factors ?? [listed(own.factorId, 'device'), listed(auto.factorId, 'auto')],
    devices: [
      { id: 'this', name: 'Chrome on Linux', lastSeenAt: time, isThis: true },
      { id: 'other', name: 'Safari on iOS', lastSeenAt: time, isThis: false },
    ],
    restores: [] as { deviceId: string; name: string; askedAt: number; readyAt: number | null }[],
    frozenUntil: given.frozenUntil ?? 0,
    confirmedForMs: 300_000,
    logins: [{ id: 'email', provider: 'email', name: session.email, addedAt: time, isRemovable: false }],
    offered: ['google', 'github', 'farcaster'],
    /** What the person's Farcaster app answered. */
    approved: undefined as string | undefined,
    /** What was handed over of accounts to link. */
    taken: [] as object[],
    /** What recovery calls the account that is about to be linked. */
    chosen: { provider: 'google', name: 'anna@mail.example' },
    /** When the wallet is deleted, and how long one that is asked for now waits. */
    deletion: { dueAt: null as number | null, waitMs: 7 * 86_400_000 },
    calls: [] as string[],
    /** What calls were given, in their order. */
    bodies: [] as unknown[],
    /** Where the page was left for. */
    left: [] as string[],
    /** The sign-in that the page is come back from. */
    back: undefined as CameBack | undefined,
    /** Refuses the next call whose path begins like this. */
    refuse: undefined as { path: string; code: WalletRefusalCode; message: string } | undefined,
  }
  type Bound = { factorId: string; hpkePub: string; purpose: string; challenge: string; parentOrigin: string }
  const release = ({ factorId, hpkePub, purpose, challenge, parentOrigin }: Bound, side: 'server' | 'client') => {
    const plan = [own, auto].find((each) => each.factorId === factorId) ?? own
    const bound = { challenge, hpkePub, purpose, parentOrigin, sessionId: session.sessionId }
    return servers.release(stored, plan, bound, side)
  }
  const answers: readonly (readonly [RegExp, (body: never, id: string) => unknown])[] = [
    [
      /^GET \/api\/auth\/session$/,
      () => ({
        user: { id: userId, email: session.email },
        device: { id: device.id, name: 'Chrome on Linux', frozenUntil: world.frozenUntil },
        expiresAt: session.expiresAt,
        confirmedForMs: world.confirmedForMs,
      }),
    ],
    [/^GET \/api\/auth\/devices$/, () => ({ devices: world.devices })],
    [
      /^DELETE \/api\/auth\/devices\/(.+)$/,
      (_, id) => {
        world.devices = world.devices.filter((each) => each.id !== id)
        return {}
      },
    ],
    [
      /^GET \/api\/vault\/factors$/,
      () => ({ walletId: given.hasWallet === false ? null : walletId, epoch, factors: world.factors }),
    ],
    [
      /^GET \/api\/vault\/keys$/,
      () => {
        const { vaultKey, recoveryKey } = servers.custodyKeys
        return { hpke: { vault: vaultKey, recovery: recoveryKey } }
      },
    ],
    [/^GET \/api\/auth\/logins$/, () => ({ logins: world.logins, offered: world.offered })],
    [/^GET \/api\/auth\/social$/, () => ({ providers: world.offered })],
    [
      /^POST \/api\/auth\/logins\/start$/,
      () => ({ challengeId: 'challenge-0000001', uri: `${location.origin}/provider` }),
    ],
    [
      /^POST \/api\/auth\/logins\/link$/,
      (body: object) => {
        world.taken.push(body)
        return {}
      },
    ],
    [
      /^POST \/api\/auth\/social\/farcaster\/wait$/,
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        return world.approved === undefined ? {} : { result: world.approved }
      },
    ],
    [/^GET \/api\/recovery\/link\/.+$/, () => world.chosen],
    [
      /^POST \/api\/recovery\/link$/,
      () => {
        world.logins = [...world.logins, { id: 'linked', ...world.chosen, addedAt: time, isRemovable: true }]
        return {}
      },
    ],
    [
      /^DELETE \/api\/auth\/logins\/(.+)$/,
      (_, id) => {
        world.logins = world.logins.filter((each) => each.id !== id)
        return {}
      },
    ],
    [/^GET \/api\/vault\/restores$/, () => ({ restores: world.restores })],
    [
      /^POST \/api\/vault\/restores\/(.+)\/\w+$/,
      (_, id) => {
        world.restores = world.restores.filter(({ deviceId }) => deviceId !== id)
        return {}
      },
    ],
    [/^GET \/api\/vault\/deletion$/, () => world.deletion],
    [
      /^POST \/api\/vault\/deletion$/,
      () => {
        const dueAt = Date.now() + world.deletion.waitMs
        world.deletion = { ...world.deletion, dueAt }
        return { dueAt }
      },
    ],
    [
      /^DELETE \/api\/vault\/deletion$/,
      () => {
        world.deletion = { ...world.deletion, dueAt: null }
        return {}
      },
    ],
    [/^GET \/api\/auth\/export$/, () => ({ email: session.email, formerEmails: [], devices: world.devices })],
    [/^POST \/api\/auth\/email\/change\/(start|primary)$/, () => ({})],
    [/^POST \/api\/auth\/step-up\/start$/, () => ({ retryAfterMs: 30_000 })],
    [
      /^POST \/api\/auth\/step-up\/verify$/,
      () => {
        world.refuse = undefined
        return {}
      },
    ],
    [/^POST \/api\/recovery\/mail\/session$/, () => ({})],
    [/^POST \/api\/auth\/email\/change\/secondary$/, () => ({ newEmail: 'next@mail.example' })],
    [/^POST \/api\/\w+\/challenge$/, () => ({ challenge: `${'c'.repeat(42)}A`, expiresAt: Date.now() + 60_000 })],
    [
      /^POST \/api\/vault\/release$/,
      (body: Bound) => ({ ...release(body, 'server'), blob: stored.blob, epoch, addresses }),
    ],
    [/^POST \/api\/recovery\/release$/, (body: Bound) => release(body, 'client')],
    [
      /^POST \/api\/vault\/factors$/,
      ({ factor, replaces }: { factor: ListedFactor; replaces?: string }) => {
        const { factorId, kind, name: called, passkey } = factor
        const more = { ...(called ? { name: called } : {}), ...(passkey ? { passkey } : {}) }
        world.factors = [...world.factors.filter((each) => each.factorId !== replaces), listed(factorId, kind, more)]
        return { factorId }
      },
    ],
    [
      /^POST \/api\/vault\/wallets\/.+\/rotate$/,
      ({ factors, epoch: next }: { factors: ListedFactor[]; epoch: number }) => {
        world.factors = factors.map(({ factorId, kind }) => listed(factorId, kind))
        return { epoch: next }
      },
    ],
    [
      /^DELETE \/api\/vault\/factors\/(.+)$/,
      (_, id) => {
        const deleteAt = time + 86_400_000
        const isAuto = world.factors.some(({ factorId, kind }) => factorId === id && kind === 'auto')
        world.factors = isAuto
          ? world.factors.map((each) => (each.factorId === id ? { ...each, deleteAt } : each))
          : world.factors.filter(({ factorId }) => factorId !== id)
        return { deleteAt }
      },
    ],
    [
      /^POST \/api\/vault\/factors\/(.+)\/keep$/,
      (_, id) => {
        world.factors = world.factors.map((each) => (each.factorId === id ? { ...each, deleteAt: null } : each))
        return {}
      },
    ],
  ]
  const server: WalletServer = {
    async call({ method, path, body, parse }) {
      const line = `${method} ${path}`
      world.calls.push(line)
      world.bodies.push(body)
      if (world.refuse && path.startsWith(world.refuse.path)) throw new WalletServerError(world.refuse)
      const found = answers.find(([pattern]) => pattern.test(line))
      if (!found) throw new WalletServerError({ code: 'NOT_FOUND', message: `Nothing answers ${line}` })
      return parse(structuredClone(await found[1](body as never, found[0].exec(line)?.[1] ?? '')))
    },
  }
  const codes = createMailCodes({ server, keyring, device, session: async () => session })
  const screens = createFakeScreens()
  const context: PageContext<ExportKeyring> = {
    embedder: { origin: session.parentOrigin, projectId: session.projectId },
    walletHost: 'wallet.example',
    walletName: 'Harbour Wallet',
    isLent: true,
    ended: new EventTarget(),
    leave: (uri) => void world.left.push(uri),
    takeBack(...purposes) {
      const { back } = world
      if (back === undefined || !purposes.includes(back.purpose)) return undefined
      world.back = undefined
      return back
    },
    passkeys: { credentials: navigator.credentials, host: 'localhost' },
    storage,
    keyring,
    device,
    sessions: createSessions(storage, session.parentOrigin),
    screens,
    now: () => Date.now(),
    turns: createGate('', undefined),
    auth: createAuthCalls(server, codes),
    custody: createCustodyCalls(server),
    owner: createOwnerCalls(server, codes),
    logins: createLoginCalls(server),
  }
  return { world, context, screens, addresses, listed, email: session.email }
}
