import { artifacts } from '@latchkey/devnet'
import { createWalletClient as createViemClient, encodeFunctionData, http } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createWalletClient } from '../../../test/createWalletClient.js'
import { type FarcasterWorld, farcasterFields, keyOf, startFarcasterWorld } from '../../../test/startFarcasterWorld.js'

const ada = keyOf(4)

let farcaster: FarcasterWorld
beforeAll(async () => {
  farcaster = await startFarcasterWorld()
}, 120_000)
afterAll(() => farcaster?.stop())
afterEach(() => farcaster.reset())

describe('signing in with Farcaster', () => {
  it('opens a session for the account that approved, by its own key or by a further one', async () => {
    const client = await createWalletClient(farcaster.world)
    const { finished } = await farcaster.signIn(client, '0')
    expect([finished?.status, finished?.body.userName, finished?.body.email]).toEqual([200, 'ada', null])
    const session = await client.call<{ user: { id: string } }>('GET', '/api/auth/session')
    expect(session.body.user.id).toBe(finished?.body.userId)
    const again = await farcaster.signIn(await createWalletClient(farcaster.world), '0')
    expect(again.finished?.body.userId).toBe(finished?.body.userId)
    const bob = await farcaster.signIn(await createWalletClient(farcaster.world), '1')
    expect([bob.finished?.status, bob.finished?.body.userName]).toEqual([200, 'bob'])
    expect(bob.finished?.body.userId).not.toBe(finished?.body.userId)
  })

  it('asks for this wallet alone, for two minutes', async () => {
    const { body } = await farcaster.start(await createWalletClient(farcaster.world))
    const told = await farcaster.questionOf(body.url)
    expect(told.signatureParams).toMatchObject({ siweUri: 'http://localhost:4402/social', domain: 'localhost:4402' })
    expect(told.signatureParams.nonce).toMatch(/^[0-9a-f]{64}$/)
    const left = Date.parse(told.signatureParams.expirationTime ?? '') - Date.now()
    expect(left > 60_000 && left <= 120_000).toBe(true)
  })

  it('is named beside the providers, and only where it is set up', async () => {
    const client = await createWalletClient(farcaster.world)
    expect((await client.call('GET', '/api/auth/social')).body).toEqual({ providers: ['farcaster'] })
    expect((await farcaster.start(client, { parentOrigin: 'https://evil.test' })).body.code).toBe('ORIGIN_REFUSED')
    farcaster.use(undefined)
    expect((await farcaster.start(client)).body.code).toBe('NOT_FOUND')
  })

  it('confirms what is grave by signing in again, and gives its person what is kept', async () => {
    const client = await createWalletClient(farcaster.world)
    await farcaster.signIn(client, '0')
    const { body } = await client.call('POST', '/api/auth/step-up/start')
    expect(body.message).toContain('sign in with Farcaster again')
    const told = await client.call<{ socialAccounts: object[] }>('GET', '/api/auth/export')
    expect(told.body.socialAccounts).toEqual([{ provider: 'farcaster', subject: '2001', userName: 'ada', email: null }])
  })

  it('gives the result anew to a frame that did not hear of it, and ends with the first that is finished', async () => {
    const client = await createWalletClient(farcaster.world)
    const { body } = await farcaster.start(client)
    await farcaster.choose(body.url, '0')
    const first = await farcaster.wait(client, body.challengeId)
    const second = await farcaster.wait(client, body.challengeId)
    expect((await farcaster.finish(client, body.challengeId, first.body.result ?? '')).body.code).toBe('CODE_EXPIRED')
    expect((await farcaster.finish(client, body.challengeId, second.body.result ?? '')).status).toBe(200)
    expect((await farcaster.wait(client, body.challengeId)).body.code).toBe('CODE_EXPIRED')
    expect((await farcaster.finish(client, body.challengeId, second.body.result ?? '')).body.code).toBe('CODE_EXPIRED')
  })

  it('ends after two minutes without an answer', async () => {
    const client = await createWalletClient(farcaster.world)
    const { body } = await farcaster.start(client)
    await farcaster.choose(body.url, '')
    farcaster.world.wait(120_001)
    expect((await farcaster.wait(client, body.challengeId)).body).toMatchObject({
      code: 'CODE_EXPIRED',
      message: 'The sign-in took too long. Try again.',
    })
  })

  it('takes the word of a contract that holds an account, and no word of one that says no', async () => {
    const url = farcaster.chainUrl
    const [registry, contract, other] = [
      '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
      '0x00000000000000000000000000000000000f0001',
      '0x00000000000000000000000000000000000f0002',
    ] as const
    const call = (method: string, params: unknown[]) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
    // The one returns what EIP-1271 has a contract say yes with, the other nothing.
    await call('anvil_setCode', [contract, '0x631626ba7e60e01b60005260206000f3'])
    await call('anvil_setCode', [other, '0x60006000526020600060f3'])
    const operator = createViemClient({ account: keyOf(0), transport: http(url) })
    for (const [fid, owner] of [
      [3001n, contract],
      [3002n, other],
    ] as const)
      await operator.sendTransaction({
        chain: null,
        to: registry,
        data: encodeFunctionData({ abi: artifacts.FarcasterIds.abi, functionName: 'place', args: [fid, owner] }),
      })
    for (const [fid, address, isTaken] of [
      [3001, contract, true],
      [3002, other, false],
    ] as const) {
      const client = await createWalletClient(farcaster.world)
      const { body } = await farcaster.start(client)
      const of = {
        ...farcasterFields((await farcaster.questionOf(body.url)).nonce),
        address,
        resources: [`farcaster://fid/${fid}`],
      }
      await farcaster.answer(body.url, createSiweMessage(of), `0x${'11'.repeat(65)}`)
      const { body: waited } = await farcaster.wait(client, body.challengeId)
      expect([waited.result !== undefined, waited.code]).toEqual([isTaken, isTaken ? undefined : 'PROOF_WRONG'])
    }
  })
})

describe('what a Farcaster app signed', () => {
  const hour = 3_600_000
  it.each<[string, (nonce: string) => Partial<ReturnType<typeof farcasterFields>> & object]>([
    ['for another site', () => ({ domain: 'evil.example', uri: 'https://evil.example/social' })],
    ['for another domain alone', () => ({ domain: 'evil.example' })],
    ['for another page', () => ({ uri: 'http://localhost:4402/other' })],
    ['for another chain', () => ({ chainId: 1 })],
    ['with another statement', () => ({ statement: 'Give me all' })],
    ['long ago', () => ({ issuedAt: new Date(Date.now() - hour) })],
    ['in the future', () => ({ issuedAt: new Date(Date.now() + hour) })],
    ['with an end that is over', () => ({ expirationTime: new Date(Date.now() - 1_000) })],
    ['before its time', () => ({ notBefore: new Date(Date.now() + hour) })],
    ['for the account of somebody else', () => ({ resources: ['farcaster://fid/2002'] })],
    ['for two accounts', () => ({ resources: ['farcaster://fid/2001', 'farcaster://fid/2002'] })],
    ['for no account', () => ({ resources: ['https://farcaster.example/fid/2001'] })],
    ['for another sign-in', (nonce) => ({ nonce: [...nonce].reverse().join('') })],
    ['in the name of another key', () => ({ address: keyOf(7).address })],
  ])('%s is refused', async (_, change) => {
    const client = await createWalletClient(farcaster.world)
    const { body } = await farcaster.start(client)
    const nonce = (await farcaster.questionOf(body.url)).nonce
    const message = createSiweMessage({ ...farcasterFields(nonce), ...change(nonce) })
    await farcaster.answer(body.url, message, await ada.signMessage({ message }))
    const { status, body: waited } = await farcaster.wait(client, body.challengeId)
    expect([status, waited.code, waited.message]).toEqual([
      403,
      'PROOF_WRONG',
      'Farcaster did not confirm who you are. Try again.',
    ])
    // What was refused stays so, and opens nothing.
    expect((await farcaster.wait(client, body.challengeId)).body.code).toBe('PROOF_WRONG')
    expect((await farcaster.finish(client, body.challengeId, 'x'.repeat(43))).status).toBe(403)
  })

  it.each([
    ['text after its end', (text: string) => `${text}\n- farcaster://fid/2002\nand more`],
    ['a line before its beginning', (text: string) => `hello\n${text}`],
    ['no time of issue', (text: string) => text.replace(/\nIssued At: .*/, '')],
    ['another form of its address', (text: string) => text.replace(ada.address, ada.address.toLowerCase())],
  ])('is refused with %s', async (_, change) => {
    const client = await createWalletClient(farcaster.world)
    const { body } = await farcaster.start(client)
    const message = change(createSiweMessage(farcasterFields((await farcaster.questionOf(body.url)).nonce)))
    await farcaster.answer(body.url, message, await ada.signMessage({ message }))
    expect((await farcaster.wait(client, body.challengeId)).body.code).toBe('PROOF_WRONG')
  })

  it('is refused from a key that the registry does not know', async () => {
    const { waited } = await farcaster.signIn(await createWalletClient(farcaster.world), '2')
    expect([waited.status, waited.body.code]).toEqual([403, 'PROOF_WRONG'])
  })

  it('SEC-O-01: is good for one sign-in: the same again is refused', async () => {
    const client = await createWalletClient(farcaster.world)
    const { body } = await farcaster.start(client)
    const message = createSiweMessage(farcasterFields((await farcaster.questionOf(body.url)).nonce))
    const signature = await ada.signMessage({ message })
    await farcaster.answer(body.url, message, signature)
    const { result = '' } = (await farcaster.wait(client, body.challengeId)).body
    expect((await farcaster.finish(client, body.challengeId, result)).status).toBe(200)
    const next = await farcaster.start(client)
    await farcaster.answer(next.body.url, message, signature)
    expect((await farcaster.wait(client, next.body.challengeId)).body.code).toBe('PROOF_WRONG')
  })

  it('SEC-O-02, SEC-O-05: counts for the browser that asked, and for no other', async () => {
    const [victim, attacker] = [await createWalletClient(farcaster.world), await createWalletClient(farcaster.world)]
    const { body } = await farcaster.start(victim)
    await farcaster.choose(body.url, '0')
    const stolen = await farcaster.wait(attacker, body.challengeId)
    expect([stolen.status, stolen.body.code]).toEqual([401, 'UNSIGNED'])
    const { result = '' } = (await farcaster.wait(victim, body.challengeId)).body
    expect((await farcaster.finish(attacker, body.challengeId, result)).status).toBe(401)
    // A text that the victim signed for their own sign-in, handed in at the attacker's.
    const theirs = await farcaster.start(victim)
    const message = createSiweMessage(farcasterFields((await farcaster.questionOf(theirs.body.url)).nonce))
    const own = await farcaster.start(attacker)
    await farcaster.answer(own.body.url, message, await ada.signMessage({ message }))
    expect((await farcaster.wait(attacker, own.body.challengeId)).body.code).toBe('PROOF_WRONG')
  })
})
