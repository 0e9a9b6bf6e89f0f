import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createWalletClient } from '../../../test/createWalletClient.js'
import {
  type FarcasterWorld,
  farcasterFields,
  keyOf,
  say,
  startFarcasterWorld,
} from '../../../test/startFarcasterWorld.js'
import { rows } from '../../platform/db/rows.js'

const ada = keyOf(4)

let farcaster: FarcasterWorld
beforeAll(async () => {
  farcaster = await startFarcasterWorld()
}, 120_000)
afterAll(() => farcaster?.stop())
afterEach(() => farcaster.reset())

describe('a relay of Farcaster', () => {
  const channel = (nonce: string, channelToken: string, more: object = {}) => ({
    channelToken,
    url: `https://farcaster.example/siwf?channelToken=${channelToken}`,
    nonce,
    ...more,
  })
  const countLogins = async () => (await rows(farcaster.world.db.query, sql`select 1 from auth.social_logins`)).length
  /** Opens channels as it should, but for what a test changes. */
  const relay = (
    change: object,
    status: (response: ServerResponse) => void = (r) => say(r, 202, { state: 'pending' }),
  ) => {
    const token = randomBytes(6).toString('hex')
    return farcaster.serve(async (request, response) => {
      if (request.method === 'GET') return status(response)
      let text = ''
      for await (const part of request) text += String(part)
      say(response, 201, channel((JSON.parse(text) as { nonce: string }).nonce, token, change))
    })
  }

  it.each<[string, object]>([
    ['another nonce than the one that was asked for', { nonce: 'abcdef0123456789' }],
    ['a link that leads nowhere on the web', { url: 'javascript:alert(1)' }],
    ['no token', { channelToken: '' }],
    ['a token that is no text', { channelToken: 7 }],
  ])('that answers with %s begins nothing', async (_, change) => {
    farcaster.use({ relay: await relay(change) })
    const before = await countLogins()
    const { status, body } = await farcaster.start(await createWalletClient(farcaster.world))
    expect([status, body.code]).toEqual([403, 'PROOF_WRONG'])
    expect(await countLogins()).toBe(before)
  })

  it('SEC-O-01: that gives the channel of an earlier sign-in again begins nothing', async () => {
    farcaster.use({ relay: await relay({}) })
    const client = await createWalletClient(farcaster.world)
    expect((await farcaster.start(client)).status).toBe(200)
    expect((await farcaster.start(client)).body.code).toBe('PROOF_WRONG')
  })

  it('that is down, slow or endless is told as such', async () => {
    const relays = [
      'http://127.0.0.1:9',
      await farcaster.serve((_, response) => say(response, 503, {})),
      await farcaster.serve(() => {}),
      await farcaster.serve((_, response) => {
        response.writeHead(201)
        const more = setInterval(() => response.write(' '.repeat(1_000)), 20)
        response.on('close', () => clearInterval(more))
      }),
    ]
    for (const each of relays) {
      farcaster.use({ relay: each }, 300)
      const { body } = await farcaster.start(await createWalletClient(farcaster.world))
      expect([body.code, body.message]).toEqual([
        'UNAVAILABLE',
        'Farcaster does not answer. Try again, or sign in another way.',
      ])
    }
  })

  it('may fail for a moment while somebody waits, and is told when it stays away', async () => {
    let count = 0
    const signed = await relay({}, (response) => say(response, count++ < 2 ? 503 : 401, { error: 'Unauthorized' }))
    farcaster.use({ relay: signed })
    const client = await createWalletClient(farcaster.world)
    const first = await farcaster.start(client)
    // Two failures, and then a channel that is not known any more.
    expect((await farcaster.wait(client, first.body.challengeId)).body.code).toBe('PROOF_WRONG')
    farcaster.use({ relay: await relay({}, (response) => say(response, 500, {})) })
    const { body } = await farcaster.start(client)
    expect((await farcaster.wait(client, body.challengeId)).body.code).toBe('UNAVAILABLE')
    // It was not answered, so it can still be.
    const kept = await rows(
      farcaster.world.db.query,
      sql`select failure from auth.social_logins where id = ${body.challengeId}`,
    )
    expect(kept).toEqual([{ failure: null }])
  })

  it('that makes an answer up signs nobody in, whatever it says beside it', async () => {
    const forged = await relay({}, (response) =>
      say(response, 200, {
        state: 'completed',
        message: createSiweMessage(farcasterFields('abcdef0123456789')),
        signature: `0x${'11'.repeat(65)}`,
        fid: 2001,
        username: 'ada',
        custody: ada.address,
      }),
    )
    farcaster.use({ relay: forged })
    const client = await createWalletClient(farcaster.world)
    const { body } = await farcaster.start(client)
    expect((await farcaster.wait(client, body.challengeId)).body.code).toBe('PROOF_WRONG')
  })

  it('names its person, and no more than that', async () => {
    const client = await createWalletClient(farcaster.world)
    const { body } = await farcaster.start(client)
    const message = createSiweMessage(farcasterFields((await farcaster.questionOf(body.url)).nonce))
    await farcaster.answer(body.url, message, await ada.signMessage({ message }), 'somebody-else')
    const { result = '' } = (await farcaster.wait(client, body.challengeId)).body
    const { body: finished } = await farcaster.finish(client, body.challengeId, result)
    const known = await farcaster.signIn(await createWalletClient(farcaster.world), '0')
    expect([finished.userName, finished.userId]).toEqual(['somebody-else', known.finished?.body.userId])
  })
})

describe('the node of the registries', () => {
  const withRight = async (answerOf: (body: { method: string; params: [{ data?: Hex }] }) => unknown) =>
    farcaster.serve(async (request, response) => {
      let text = ''
      for await (const part of request) text += String(part)
      say(response, 200, { jsonrpc: '2.0', id: 1, ...(answerOf(JSON.parse(text)) as object) })
    })

  it.each<[string, () => Promise<string>, string]>([
    ['is not there', async () => 'http://127.0.0.1:9', 'UNAVAILABLE'],
    ['does not answer', () => farcaster.serve(() => {}), 'UNAVAILABLE'],
    ['serves a chain without them', () => withRight(() => ({ result: '0x' })), 'UNAVAILABLE'],
    ['is not well', () => withRight(() => ({ error: { code: -32603, message: 'broken' } })), 'UNAVAILABLE'],
    ['says that the account is of another', () => withRight(() => ({ result: `0x${'0'.repeat(64)}` })), 'PROOF_WRONG'],
    ['speaks nonsense', () => withRight(() => ({ result: 'nonsense' })), 'PROOF_WRONG'],
  ])('%s: nobody gets in', async (_, node, code) => {
    farcaster.use({ rpcUrl: await node() }, 1_000)
    const { waited } = await farcaster.signIn(await createWalletClient(farcaster.world), '0')
    expect(waited.body.code).toBe(code)
  })
})
