import { randomBytes } from 'node:crypto'
import { fromBase64Url, toBase64Url } from '@latchkey/protocol/internal/bytes'
import { createHpkeKeyPair, hpkeInfo, openHpke, sealHpke } from '@latchkey/protocol/internal/hpke'
import type {
  FactorKind,
  NewFactor,
  ReleasePurpose,
  ReleaseRequest,
  WalletAddresses,
  WalletCreateRequest,
} from '@latchkey/protocol/internal/walletApi'
import { activationMac, releaseBytes } from '@latchkey/protocol/internal/walletSigning'
import { sql } from 'drizzle-orm'
import { issueChallenge } from '../src/custody/challenges.js'
import type { CustodyContext } from '../src/custody/custodyContext.js'
import { uploadBinding } from '../src/custody/halfBinding.js'
import { createLocalKeys } from '../src/custody/keys/createLocalKeys.js'
import { releaseClientHalf } from '../src/custody/recovery.js'
import { releaseServerHalf } from '../src/custody/vault.js'
import { activateWallet, createWallet } from '../src/custody/wallets.js'
import type { Principal } from '../src/platform/wallet/authenticate.js'
import type { Browser, createCustody } from './createCustody.js'

const random = () => Uint8Array.from(randomBytes(32))
/** What a wallet of these tests is called on chains; the vault only keeps it. */
export const addresses: WalletAddresses = {
  eip155: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  solana: 'So11111111111111111111111111111111111111112',
  bip122: { payment: 'bcrt1qpayment', ordinal: 'bcrt1pordinal' },
} as unknown as WalletAddresses

/** A factor as a frame makes it, with the halves that only the frame knows. */
export type Made = { factor: NewFactor; server: Uint8Array; client: Uint8Array }
type Session = Principal & Browser
type Wallet = { userId: string; walletId: string; epoch?: number }
/** What the vault answers; recovery gives the sealed half alone. */
type Released = { sealed: string; blob?: string; epoch?: number; addresses?: WalletAddresses; clientCipher?: string }
type Change = Partial<ReleaseRequest>
type ReleaseOptions = { at?: CustodyContext; change?: Change | ((challenge: string) => Change); ip?: string }

/** Makes wallets by the calls of vault and recovery, and reads back what these release, as a frame does. */
export function createMaker(custody: Awaited<ReturnType<typeof createCustody>>) {
  const vault = custody.context
  const recovery: CustodyContext = {
    ...vault,
    schema: 'recovery',
    keys: createLocalKeys({ current: '1', keys: new Map([['1', random()]]) }),
    hpke: createHpkeKeyPair(),
  }

  /** Somebody who has just signed in for the first time. */
  async function person(): Promise<Session> {
    const userId = custody.newId()
    await custody.db.query.execute(
      sql`insert into auth.users (id, email_index, email_box, created_at) values (${userId}, ${custody.newId()}, '', ${vault.now()})`,
    )
    const session = await custody.signIn(userId)
    await custody.db.query.execute(
      sql`update auth.sessions set mail_id = (select id from recovery.mail_codes where device_id = ${session.deviceId})
        where id = ${session.sessionId}`,
    )
    return session
  }

  function makeFactor(
    kind: FactorKind,
    { userId, walletId, epoch = 1 }: Wallet,
    change: Partial<NewFactor> = {},
    [server, client]: readonly [Uint8Array, Uint8Array] = [random(), random()],
  ): Made {
    const factorId = change.factorId ?? custody.newId()
    const name = { userId, walletId, factorId, kind, epoch }
    const seal = (to: CustodyContext, half: Uint8Array, info: 'server-half' | 'client-half') =>
      toBase64Url(sealHpke(to.hpke.publicKey, half, uploadBinding(name, info)))
    const parts: { readonly [kind in FactorKind]: () => Partial<NewFactor> } = {
      device: () => ({}),
      auto: () => ({ sealedClientHalf: seal(recovery, client, 'client-half') }),
      code: () => ({ clientCipher: 'Y2lwaGVy', verifier: toBase64Url(random()), locator: toBase64Url(random()) }),
      passkey: () => ({
        clientCipher: 'Y2lwaGVy',
        passkey: {
          credentialId: 'Y3JlZA',
          publicKey: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'B'.repeat(43) },
        },
      }),
    }
    const sealedServerHalf = seal(vault, server, 'server-half')
    return { factor: { factorId, kind, sealedServerHalf, ...parts[kind](), ...change }, server, client }
  }

  function requestOf(walletId: string, made: readonly Made[], change: Partial<WalletCreateRequest> = {}) {
    const request: WalletCreateRequest = {
      idempotencyKey: custody.newId(),
      walletId,
      addresses,
      epoch: 1,
      factors: made.map(({ factor }) => factor),
      blob: 'sealed seed',
      ...change,
    }
    return request
  }

  /** Asks for a half as a frame does, and opens the answer. */
  async function release(
    session: Session,
    factorId: string,
    purpose: ReleasePurpose,
    { at = vault, change = {}, ip = `10.${randomBytes(3).join('.')}` }: ReleaseOptions = {},
  ) {
    const { challenge } = await issueChallenge(at, session, { factorId, purpose })
    const key = createHpkeKeyPair()
    const asked = {
      factorId,
      challenge,
      purpose,
      parentOrigin: session.parentOrigin,
      hpkePub: toBase64Url(key.publicKey),
    }
    const data = releaseBytes({ ...asked, sessionId: session.sessionId })
    const changed = typeof change === 'function' ? change(challenge) : change
    const request = { ...asked, signature: await session.sign(data), ...changed }
    const answer: Released =
      at.schema === 'recovery'
        ? await releaseClientHalf(at, session, request, ip)
        : await releaseServerHalf(at, session, request, ip)
    const half = openHpke(key.privateKey, fromBase64Url(answer.sealed), { info: hpkeInfo(purpose), aad: data })
    return { ...answer, half, challenge }
  }

  /** Has every half come back, and proves it. */
  async function proofsOf(session: Session, walletId: string, made: readonly Made[]) {
    const proofs: { factorId: string; challenge: string; mac: string }[] = []
    for (const { factor } of made) {
      const { factorId, kind } = factor
      const { half, challenge } = await release(session, factorId, 'sign-up-roundtrip')
      if (kind === 'auto') await release(session, factorId, 'sign-up-roundtrip', { at: recovery })
      const mac = toBase64Url(activationMac(half, { walletId, factorId, epoch: 1, challenge }))
      proofs.push({ factorId, challenge, mac })
    }
    return proofs
  }

  /** A person whose wallet counts. */
  async function owner(kinds: readonly FactorKind[] = ['device', 'auto']) {
    const session = await person()
    const walletId = custody.newId()
    const { userId } = session
    const made = kinds.map((kind) => makeFactor(kind, { userId, walletId }))
    await createWallet(vault, session, requestOf(walletId, made))
    await activateWallet(vault, session, walletId, await proofsOf(session, walletId, made))
    const of = (kind: FactorKind): Made => {
      const found = made.find(({ factor }) => factor.kind === kind)
      if (found === undefined) throw new Error(`There is no factor of kind ${kind}`)
      return found
    }
    return { session, userId, walletId, made, of }
  }

  return { vault, recovery, person, makeFactor, requestOf, release, proofsOf, owner }
}
