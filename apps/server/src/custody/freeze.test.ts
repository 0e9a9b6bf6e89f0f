import { randomBytes } from 'node:crypto'
import { releasePurposes } from '@latchkey/protocol/internal/walletApi'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFrame, newId, openSeed, sealSeed, xor } from '../../test/createFrame.js'
import { createWalletClient } from '../../test/createWalletClient.js'
import { startWalletWorld, type WalletWorld } from '../../test/startWalletWorld.js'
import { rows } from '../platform/db/rows.js'

const hour = 3_600_000
const newEmail = () => `owner-${randomBytes(5).toString('hex')}@mail.example`
const statusOf = ({ status, body }: { status: number; body: object }) => [status, (body as { code?: string }).code]
const frozen = [403, 'WALLET_FROZEN']

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld({ more: { newDevice: 'wait' } })
}, 180_000)
afterAll(() => world?.stop())

async function browser(email: string) {
  const client = await createWalletClient(world)
  await client.signIn(email)
  world.wait(31_000)
  return { client, frame: createFrame(client) }
}

async function owner() {
  const email = newEmail()
  const { client, frame } = await browser(email)
  const wallet = await frame.create()
  return { email, client, frame, wallet, walletId: wallet.walletId }
}

async function addCode({ client, frame, wallet, walletId }: Awaited<ReturnType<typeof owner>>) {
  const verifier = newId() + newId().slice(0, 21)
  const made = await frame.makeFactor('code', wallet.key, { walletId, more: { clientCipher: 'AAAA', verifier } })
  const added = await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: made.factor })
  expect(added.status).toBe(200)
  return { verifier, factorId: made.factor.factorId, made }
}

const linkOf = (text = '') => /\/freeze\?token=([\w-]{43})/.exec(text)?.[1] ?? ''

async function tokenTo(email: string, subject = /is your code/) {
  const { text } = [...world.inbox.mails]
    .reverse()
    .find((mail) => mail.to?.some(({ address }) => address === email) && subject.test(mail.subject ?? '')) ?? {
    text: '',
  }
  return linkOf(text)
}

const press = (token: string, headers: Record<string, string> = {}, ip = `10.${randomBytes(3).join('.')}`) =>
  world.app().request(
    '/freeze',
    { method: 'POST', body: new URLSearchParams({ token }), headers },
    {
      incoming: { socket: { remoteAddress: ip } },
    },
  )

async function freeze(email: string) {
  const answer = await press(await tokenTo(email))
  expect(answer.status).toBe(200)
}

describe('the link in each mail', () => {
  it('stands in a code, a question about a browser, a notice of either role, and both mails of a change of e-mail', async () => {
    const { email, client, frame, wallet } = await owner()
    world.wait(25 * hour)
    await client.stepUp(email)
    const next = newEmail()
    expect((await client.call('POST', '/api/auth/email/change/start', { newEmail: next })).status).toBe(200)
    await client.change('primary', { code: await client.readCode(email) })
    await client.change('secondary', { code: await client.readCode(next), email: next })
    const stranger = await browser(next)
    await stranger.frame.release('vault', wallet.auto.factor.factorId, 'unlock')
    await frame.release('vault', wallet.device.factor.factorId, 'export')
    await world.app().settle()
    const mails = world.inbox.mails.filter(({ to }) => to?.some(({ address }) => [email, next].includes(address ?? '')))
    const subjects = new Set(mails.map(({ subject = '' }) => subject.replace(/^\d{6}/, '123456')))
    expect([...subjects].sort()).toEqual([
      '123456 is your code for app.localhost',
      'A new browser is signed in to your wallet',
      'A new browser wants your wallet',
      'Is this your browser? app.localhost',
      'Your e-mail was changed',
    ])
    for (const { subject, text, html } of mails) {
      expect([subject, linkOf(text)]).toEqual([subject, expect.stringMatching(/^.{43}$/)])
      expect([subject, linkOf(html)]).toEqual([subject, linkOf(text)])
    }
    expect(new Set(mails.map(({ text }) => linkOf(text))).size).toBe(mails.length)
    const kept = JSON.stringify(await rows(world.db.query, sql`select * from auth.freeze_links`))
    for (const { text } of mails) expect(kept).not.toContain(linkOf(text))
  })

  it('does nothing when it is only looked at, nor from another site', async () => {
    const { email, frame, wallet } = await owner()
    const token = await tokenTo(email)
    for (const method of ['GET', 'HEAD']) {
      const page = await world.app().request(`/freeze?token=${token}`, { method })
      expect(page.status).toBe(200)
      expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      if (method === 'GET') expect(await page.text()).toContain('Freeze the wallet')
    }
    expect((await press(token, { origin: 'https://evil.example' })).status).toBe(410)
    expect((await frame.release('vault', wallet.device.factor.factorId, 'unlock')).status).toBe(200)
  })

  it('answers alike whether it is right, used, old, made up, or of an address without a wallet', async () => {
    const { email } = await owner()
    const nobody = newEmail()
    const stranger = await createWalletClient(world)
    await stranger.start(nobody)
    await world.inbox.next(nobody)
    const right = await tokenTo(email)
    const tokens = [right, right, await tokenTo(nobody, /browser/), randomBytes(32).toString('base64url')]
    const answers: unknown[] = []
    for (const token of tokens) {
      const look = await world.app().request(`/freeze?token=${token}`)
      const answer = await press(token)
      answers.push([look.status, (await look.text()).replace(token, ''), answer.status, await answer.text()])
    }
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    const freezes = await rows(world.db.query, sql`select 1 from vault.freezes`)
    expect(freezes.length).toBeGreaterThan(0)
  })

  it('is old after 90 days, and tried twenty times in an hour from one network', async () => {
    const { email, client, frame, wallet } = await owner()
    const token = await tokenTo(email)
    world.wait(91 * 24 * hour)
    expect((await press(token)).status).toBe(200)
    await client.signIn(email)
    expect((await frame.release('vault', wallet.device.factor.factorId, 'unlock')).status).toBe(200)
    const statuses: number[] = []
    for (let at = 0; at < 21; at++) statuses.push((await press('A'.repeat(43), {}, '10.9.9.9')).status)
    expect(statuses).toEqual([...new Array(20).fill(200), 429])
  })
})

describe('a frozen wallet', () => {
  it('gives no half to any browser for any purpose, by either role', async () => {
    const made = await owner()
    const { email, client, frame, wallet } = made
    const thief = await browser(email)
    await thief.frame.release('vault', wallet.auto.factor.factorId, 'unlock')
    world.wait(25 * hour)
    await thief.client.stepUp(email)
    world.wait(31_000)
    await client.stepUp(email)
    await freeze(email)
    for (const [name, each] of [
      ['owner', frame],
      ['thief', thief.frame],
    ] as const) {
      world.wait(61_000)
      for (const purpose of releasePurposes.filter((one) => one !== 'sign-up-roundtrip'))
        for (const role of ['vault', 'recovery'] as const) {
          const { factorId } = wallet.auto.factor
          expect([name, purpose, role, ...statusOf(await each.release(role, factorId, purpose))]).toEqual([
            name,
            purpose,
            role,
            ...frozen,
          ])
        }
    }
    for (const purpose of ['unlock', 'recover', 'export', 'factor'] as const)
      expect(statusOf(await frame.release('vault', wallet.device.factor.factorId, purpose))).toEqual(frozen)
  })

  it('takes no new way in from whom had opened it a moment before, and keeps its e-mail', async () => {
    const made = await owner()
    const { email, client, frame, wallet, walletId } = made
    const spare = await addCode(made)
    expect((await frame.release('vault', wallet.device.factor.factorId, 'factor')).status).toBe(200)
    await freeze(email)
    const verifier = newId() + newId().slice(0, 21)
    const code = await frame.makeFactor('code', wallet.key, { walletId, more: { clientCipher: 'AAAA', verifier } })
    const own = Uint8Array.from(randomBytes(32))
    const auto = await frame.makeFactor('auto', own, { walletId, epoch: 2 })
    const tries = [
      await client.call('POST', '/api/vault/factors', { walletId, epoch: 1, factor: code.factor }),
      await client.call('DELETE', `/api/vault/factors/${spare.factorId}`),
      await client.call('POST', `/api/vault/factors/${spare.factorId}/keep`),
      await client.call('POST', `/api/vault/wallets/${walletId}/rotate`, {
        epoch: 2,
        blob: sealSeed(own, wallet.seed),
        factors: [auto.factor],
      }),
    ]
    expect(tries.map(statusOf)).toEqual(tries.map(() => frozen))
    expect(statusOf(await client.call('POST', '/api/auth/email/change/start', { newEmail: newEmail() }))).toEqual(
      frozen,
    )
  })

  it('stops a change of e-mail on its way, and browsers that wait; every address known is told', async () => {
    const { email, client, wallet, frame } = await owner()
    const waiting = await browser(email)
    await waiting.frame.release('vault', wallet.auto.factor.factorId, 'unlock')
    await client.stepUp(email)
    world.wait(31_000)
    const next = newEmail()
    expect((await client.call('POST', '/api/auth/email/change/start', { newEmail: next })).status).toBe(200)
    await freeze(email)
    const code = await client.readCode(email)
    expect(statusOf(await client.call('POST', '/api/auth/email/change/primary', { code }))).toEqual(frozen)
    const { text } = await world.inbox.next(email, /is frozen/)
    expect(text).toMatch(/72 hours/)
    expect(linkOf(text)).toHaveLength(43)
    expect((await client.call<{ restores: object[] }>('GET', '/api/vault/restores')).body.restores).toEqual([])
    world.wait(73 * hour)
    await waiting.client.stepUp(email)
    expect(statusOf(await waiting.frame.release('vault', wallet.auto.factor.factorId, 'unlock'))).toEqual([
      403,
      'FROZEN',
    ])
    world.wait(31_000)
    // What was open before has to be confirmed again.
    expect(statusOf(await frame.release('vault', wallet.device.factor.factorId, 'unlock'))).toEqual([
      403,
      'STEP_UP_REQUIRED',
    ])
  })

  it('is frozen from the address of before, too, while the change of e-mail can be undone', async () => {
    const { email, client, frame, wallet } = await owner()
    const token = await tokenTo(email)
    const next = newEmail()
    await client.call('POST', '/api/auth/email/change/start', { newEmail: next })
    await client.change('primary', { code: await client.readCode(email) })
    expect((await client.change('secondary', { code: await client.readCode(next), email: next })).status).toBe(200)
    await press(token)
    expect(statusOf(await frame.release('vault', wallet.device.factor.factorId, 'unlock'))).toEqual(frozen)
    for (const to of [email, next]) await world.inbox.next(to, /is frozen/)
  })

  it('opens again after 72 hours where there is no other way, to the second, and says how long', async () => {
    const { email, client, frame, wallet } = await owner()
    const open = () => frame.release('vault', wallet.device.factor.factorId, 'unlock')
    await freeze(email)
    const { body } = await open()
    expect(body).toMatchObject({ message: 'This wallet is frozen. It opens again in 72 hours.' })
    world.wait(72 * hour - 62_000)
    await client.stepUp(email)
    expect(statusOf(await open())).toEqual(frozen)
    world.wait(63_000)
    const opened = await open()
    expect(openSeed(xor(opened.half!, wallet.device.client), opened.body.blob)).toEqual(wallet.seed)
    // A recovery code that is added now does not make it frozen again, and the next freeze ends by it alone.
    await frame.release('vault', wallet.device.factor.factorId, 'factor')
    const spare = await addCode({ email, client, frame, wallet, walletId: wallet.walletId })
    expect((await open()).status).toBe(200)
    await world.inbox.next(email, /no longer frozen/)
    await freeze(email)
    world.wait(100 * 24 * hour)
    await client.signIn(email)
    world.wait(31_000)
    expect(await open()).toMatchObject({ status: 403, body: { message: expect.stringContaining('/recover') } })
    const { verifier } = spare
    expect((await frame.release('vault', spare.factorId, 'recover', { verifier })).status).toBe(200)
    expect((await open()).status).toBe(200)
  })

  it('opens at once by the recovery code, which signs every other browser out; a wrong code ends nothing', async () => {
    const made = await owner()
    const { email, client, frame, wallet } = made
    const { factorId, verifier } = await addCode(made)
    const thief = await browser(email)
    await freeze(email)
    world.wait(31_000)
    await client.stepUp(email)
    for (const purpose of ['unlock', 'export', 'factor'] as const)
      expect(statusOf(await frame.release('vault', factorId, purpose, { verifier }))).toEqual(frozen)
    const wrong = newId() + newId().slice(0, 21)
    expect(statusOf(await frame.release('vault', factorId, 'recover', { verifier: wrong }))).toEqual([
      403,
      'PROOF_WRONG',
    ])
    expect(statusOf(await frame.release('vault', wallet.device.factor.factorId, 'unlock'))).toEqual(frozen)
    expect((await frame.release('vault', factorId, 'recover', { verifier })).status).toBe(200)
    expect((await frame.release('vault', wallet.device.factor.factorId, 'unlock')).status).toBe(200)
    expect((await thief.client.call('GET', '/api/auth/session')).status).toBe(401)
    await world.inbox.next(email, /no longer frozen/)
  })
})
