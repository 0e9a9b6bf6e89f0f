import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { type NewFactor, releasePurposes } from '@latchkey/protocol/internal/walletApi'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame, newId, openSeed, sealSeed, xor } from '../../test/createFrame.js'
import { createWalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { rows } from '../platform/db/rows.js'

const day = 86_400_000
let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
}, 180_000)
afterAll(() => world?.stop())

async function browser(email: string) {
  const client = await createWalletClient(world)
  await client.signIn(email)
  world.wait(31_000)
  return { client, frame: createFrame(client) }
}
async function owner() {
  const email = `owner-${randomBytes(5).toString('hex')}@mail.example`
  const { client, frame } = await browser(email)
  const wallet = await frame.create()
  const { walletId } = wallet
  const add = (factor: NewFactor, more = {}) =>
    client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor, ...more })
  return { email, client, frame, wallet, walletId, add }
}
const newVerifier = () => newId() + newId().slice(0, 21)
const cipher = { clientCipher: 'AAAA' }
const statusOf = ({ status, body }: { status: number; body: object }) => [status, (body as { code?: string }).code]

/** An owner whom nobody but a recovery code can let back in. */
async function ownersWallet() {
  const made = await owner()
  const verifier = newVerifier()
  const { key } = made.wallet
  const code = await made.frame.makeFactor('code', key, { walletId: made.walletId, more: { ...cipher, verifier } })
  expect((await made.add(code.factor)).status).toBe(200)
  expect((await made.client.call('DELETE', `/api/vault/factors/${made.wallet.auto.factor.factorId}`)).status).toBe(200)
  world.wait(day + 1_000)
  await world.app().settle()
  return { ...made, code, verifier }
}

describe('the holder of only the mailbox of a tier 1 wallet', () => {
  it('[SEC-E-02] gets no half of any factor, for no purpose, at once or after the wait of a new device', async () => {
    const { email, code, wallet } = await ownersWallet()
    const thief = await browser(email)
    for (const wait of [0, day + 1_000]) {
      world.wait(wait)
      await thief.client.stepUp(email)
      for (const { factor } of [wallet.device, wallet.auto, code])
        for (const role of ['vault', 'recovery'] as const)
          for (const purpose of releasePurposes) {
            const { half, status } = await thief.frame.release(role, factor.factorId, purpose)
            expect([half, status >= 400], `${role} ${factor.kind} ${purpose}`).toEqual([undefined, true])
            // The limits of releases must not be what stops it.
            world.wait(31_000)
          }
    }
  })

  it('changes nothing of what opens it, not even after the wait of a new device', async () => {
    const { email, walletId, code, wallet, verifier } = await ownersWallet()
    const thief = await browser(email)
    world.wait(day + 1_000)
    await thief.client.stepUp(email)
    world.wait(31_000)
    const own = Uint8Array.from(randomBytes(32))
    const { factor } = await thief.frame.makeFactor('device', own, { walletId })
    const second = { ...cipher, verifier: newVerifier() }
    const codeOf = (epoch: number) => thief.frame.makeFactor('code', own, { walletId, epoch, more: second })
    const next = { epoch: 2, blob: sealSeed(own, own), factors: [(await codeOf(2)).factor] }
    const tries = [
      await thief.client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor }),
      await thief.client.call('POST', '/api/vault/factors', {
        walletId,
        epoch: 1,
        factor: (await codeOf(1)).factor,
        replaces: code.factor.factorId,
      }),
      await thief.client.call('DELETE', `/api/vault/factors/${code.factor.factorId}`),
      await thief.client.call('DELETE', `/api/vault/factors/${wallet.device.factor.factorId}`),
      await thief.client.call('POST', `/api/vault/wallets/${walletId}/rotate`, next),
    ]
    expect(tries.map(statusOf)).toEqual(new Array(5).fill([403, 'PROOF_WRONG']))
    const back = await browser(email)
    const right = await back.frame.release('vault', code.factor.factorId, 'recover', { verifier })
    expect(openSeed(xor(right.half!, code.client), right.body.blob)).toEqual(wallet.seed)
  })

  it('uses up no guesses of the owner at the recovery code, and gets no more than ten a day', async () => {
    const { email, code, wallet, verifier } = await ownersWallet()
    const { factorId } = code.factor
    const thief = await browser(email)
    const guess = () => thief.frame.release('vault', factorId, 'recover', { verifier: newVerifier() })
    for (let at = 0; at < 10; at++) expect((await guess()).body.code).toBe('PROOF_WRONG')
    world.wait(61_000)
    expect(statusOf(await guess())).toEqual([429, 'LOCKED'])
    const back = await browser(email)
    const right = await back.frame.release('vault', factorId, 'recover', { verifier })
    expect(openSeed(xor(right.half!, code.client), right.body.blob)).toEqual(wallet.seed)
    world.wait(day)
    await thief.client.stepUp(email)
    expect((await guess()).body.code).toBe('PROOF_WRONG')
  })

  it('removes no browser of the owner, who is told when the code removes one', async () => {
    const { email, client, code, verifier, wallet, walletId } = await ownersWallet()
    const thief = await browser(email)
    const remove = (who: typeof client) => who.call('DELETE', `/api/auth/devices/${client.deviceId}`)
    expect(statusOf(await remove(thief.client))).toEqual([403, 'OWNER_REQUIRED'])
    const fresh = await browser(email)
    expect((await fresh.frame.release('vault', code.factor.factorId, 'recover', { verifier })).status).toBe(200)
    const { factor } = await fresh.frame.makeFactor('device', wallet.key, { walletId })
    await fresh.client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor })
    expect((await remove(fresh.client)).status).toBe(200)
    await world.app().settle()
    expect((await world.inbox.next(email, /browser was removed/)).text).toContain('From “Chrome on Linux”')
  })
})

describe('a recovery code', () => {
  it('lets a new device in at once, and is replaced by another in one breath', async () => {
    const { email, walletId, code, verifier, wallet } = await ownersWallet()
    const { client, frame } = await browser(email)
    const { factorId } = code.factor
    expect(statusOf(await frame.release('vault', factorId, 'export', { verifier: newVerifier() }))).toEqual([
      403,
      'PROOF_WRONG',
    ])
    expect((await frame.release('vault', factorId, 'recover', { verifier })).status).toBe(200)
    const listed = await client.call<{ factors: { factorId: string; usedAt?: number }[] }>('GET', '/api/vault/factors')
    expect(listed.body.factors.find((each) => each.factorId === factorId)?.usedAt).toBeGreaterThan(0)
    const again = newVerifier()
    const next = await frame.makeFactor('code', wallet.key, { walletId, more: { ...cipher, verifier: again } })
    const replace = (replaces: string) =>
      client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: next.factor, replaces })
    expect(statusOf(await replace(newId()))).toEqual([409, 'CONFLICT'])
    expect(statusOf(await replace(wallet.device.factor.factorId))).toEqual([409, 'CONFLICT'])
    expect((await replace(factorId)).status).toBe(200)
    expect((await frame.release('vault', factorId, 'recover', { verifier })).status).toBe(404)
    const exported = await frame.release('vault', next.factor.factorId, 'export', { verifier: again })
    expect(openSeed(xor(exported.half!, next.client), exported.body.blob)).toEqual(wallet.seed)
  })

  it('does not end the wait after a new address', async () => {
    const { email, client, frame, code, verifier } = await ownersWallet()
    await client.stepUp(email)
    await world.db.query.execute(
      sql`update auth.users set frozen_until = ${world.options.now()} + interval '3 days' where id = ${client.state.session?.userId ?? ''}`,
    )
    expect((await frame.release('vault', code.factor.factorId, 'recover', { verifier })).status).toBe(200)
    const gone = await client.call('DELETE', `/api/vault/factors/${code.factor.factorId}`)
    const exported = await frame.release('vault', code.factor.factorId, 'export', { verifier })
    expect([gone, exported].map(statusOf)).toEqual(new Array(2).fill([403, 'FROZEN']))
  })
})

describe('the automatic factor', () => {
  it('stays when its notice is taken back, here and at recovery', async () => {
    const { client, frame, wallet, walletId, add, email } = await owner()
    const { factorId } = wallet.auto.factor
    const more = { ...cipher, verifier: newVerifier() }
    expect((await add((await frame.makeFactor('code', wallet.key, { walletId, more })).factor)).status).toBe(200)
    const keep = () => client.call('POST', `/api/vault/factors/${factorId}/keep`)
    expect((await keep()).status).toBe(404)
    expect((await client.call('DELETE', `/api/vault/factors/${factorId}`)).status).toBe(200)
    expect((await keep()).status).toBe(200)
    expect((await world.inbox.next(email, /stays/)).text).toContain('will not be removed')
    world.wait(day + 1_000)
    await world.app().settle()
    await client.stepUp(email)
    for (const role of ['vault', 'recovery'] as const)
      expect((await frame.release(role, factorId, 'recover')).status).toBe(200)
  })
})

describe('a new key', () => {
  it('neither cuts e-mail off without its notice nor takes the notice back', async () => {
    const { client, frame, wallet, walletId, email } = await owner()
    const key = Uint8Array.from(randomBytes(32))
    const verifier = newVerifier()
    const make = async (epoch: number) => ({
      device: await frame.makeFactor('device', key, { walletId, epoch }),
      auto: await frame.makeFactor('auto', key, { walletId, epoch }),
      code: await frame.makeFactor('code', key, { walletId, epoch, more: { ...cipher, verifier } }),
    })
    const rotate = (epoch: number, factors: NewFactor[]) =>
      client.call('POST', `/api/vault/wallets/${walletId}/rotate`, { epoch, blob: sealSeed(key, wallet.seed), factors })
    const second = await make(2)
    expect(statusOf(await rotate(2, [second.device.factor, second.code.factor]))).toEqual([409, 'CONFLICT'])
    expect((await rotate(2, [second.device.factor, second.code.factor, second.auto.factor])).status).toBe(200)
    expect((await client.call('DELETE', `/api/vault/factors/${second.auto.factor.factorId}`)).status).toBe(200)
    const third = await make(3)
    const { factorId } = third.auto.factor
    expect((await rotate(3, [third.device.factor, third.code.factor, third.auto.factor])).status).toBe(200)
    world.wait(day + 1_000)
    await client.stepUp(email)
    for (const role of ['vault', 'recovery'] as const)
      expect((await frame.release(role, factorId, 'recover')).status).toBe(404)
    const opened = await frame.release('vault', third.device.factor.factorId, 'unlock')
    expect(openSeed(xor(opened.half!, third.device.client), opened.body.blob)).toEqual(wallet.seed)
  })
})

describe('a passkey', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const passkey = { credentialId: 'Y3JlZGVudGlhbA', publicKey: { kty: 'EC', crv: 'P-256', x, y } as const }

  function answerTo(challenge: string, said: object) {
    const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: world.origin, ...said }))
    const data = Buffer.concat([createHash('sha256').update('localhost').digest(), Buffer.from([5, 0, 0, 0, 0])])
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      credentialId: passkey.credentialId,
      authenticatorData: data.toString('base64url'),
      clientDataJSON: client.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
    }
  }

  it('SEC-C-16 opens from a new browser, is named to it, and answers only under the page that the session is of', async () => {
    const { email, frame, wallet, walletId, add } = await owner()
    const made = await frame.makeFactor('passkey', wallet.key, { walletId, more: { ...cipher, passkey } })
    expect((await add(made.factor)).status).toBe(200)
    const { factorId } = made.factor
    expect(statusOf(await frame.release('vault', wallet.device.factor.factorId, 'export'))).toEqual([
      403,
      'OWNER_REQUIRED',
    ])
    const fresh = await browser(email)
    const listed = await fresh.client.call<{ factors: object[] }>('GET', '/api/vault/factors')
    expect(listed.body.factors).toContainEqual(expect.objectContaining({ factorId, passkey }))
    const release = async (said: object, purpose: 'export' | 'factor' = 'export') => {
      const asked = { factorId, purpose }
      const { body } = await fresh.client.call<{ challenge: string }>('POST', '/api/vault/challenge', asked)
      const { challenge } = body
      return fresh.frame.release('vault', factorId, purpose, { challenge, assertion: answerTo(challenge, said) })
    }
    const elsewhere = await release({ crossOrigin: true, topOrigin: 'https://evil.test' })
    expect(statusOf(elsewhere)).toEqual([403, 'PROOF_WRONG'])
    const right = await release({ crossOrigin: true, topOrigin: fresh.client.parentOrigin })
    expect(openSeed(xor(right.half!, made.client), right.body.blob)).toEqual(wallet.seed)
    const window = await release({ crossOrigin: false }, 'factor')
    expect(window.status).toBe(200)
  })

  it('ends a freeze at once, signs every other browser out, and ends nothing by an answer to another question', async () => {
    const { email, frame, wallet, walletId, add } = await owner()
    const made = await frame.makeFactor('passkey', wallet.key, { walletId, more: { ...cipher, passkey } })
    expect((await add(made.factor)).status).toBe(200)
    const { factorId } = made.factor
    const fresh = await browser(email)
    const text = world.inbox.mails.findLast(({ to }) => to?.some(({ address }) => address === email))?.text ?? ''
    const token = /\/freeze\?token=([\w-]{43})/.exec(text)?.[1] ?? ''
    const press = { method: 'POST', body: new URLSearchParams({ token }) }
    expect((await world.app().request('/freeze', press)).status).toBe(200)
    world.wait(31_000)
    await fresh.client.stepUp(email)
    const release = async (purpose: 'recover' | 'unlock', said: object, question?: string) => {
      const { body } = await fresh.client.call<{ challenge: string }>('POST', '/api/vault/challenge', {
        factorId,
        purpose,
      })
      const { challenge } = body
      return fresh.frame.release('vault', factorId, purpose, {
        challenge,
        assertion: answerTo(question ?? challenge, said),
      })
    }
    const open = () => frame.release('vault', wallet.device.factor.factorId, 'unlock')
    expect(statusOf(await release('unlock', { crossOrigin: false }))).toEqual([403, 'WALLET_FROZEN'])
    expect(statusOf(await release('recover', { crossOrigin: false }, newId()))).toEqual([403, 'PROOF_WRONG'])
    expect(statusOf(await open())).toEqual([403, 'WALLET_FROZEN'])
    const ended = await release('recover', { crossOrigin: false })
    expect(openSeed(xor(ended.half!, made.client), ended.body.blob)).toEqual(wallet.seed)
    expect((await release('unlock', { crossOrigin: false })).status).toBe(200)
    // Every other browser is signed out by it.
    expect((await open()).status).toBe(401)
    await world.inbox.next(email, /no longer frozen/)
  })
})

it('forgets proofs that count no more', async () => {
  const { client } = await owner()
  const sessionId = client.state.session?.sessionId ?? ''
  const kept = () => rows(world.db.query, sql`select 1 from vault.proofs where session_id = ${sessionId}`)
  expect(await kept()).toHaveLength(1)
  world.wait(day)
  await world.app().settle()
  expect(await kept()).toHaveLength(0)
})
