import { createAppClient, createWalletClient, viemConnector } from '@farcaster/auth-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWalletClient as createBrowser } from '../../../test/createWalletClient.js'
import { type FarcasterWorld, farcasterFields, keyOf, startFarcasterWorld } from '../../../test/startFarcasterWorld.js'

// Farcaster's own client, as npm has it: what a website asks by, and what a person's app answers by.
let farcaster: FarcasterWorld
beforeAll(async () => {
  farcaster = await startFarcasterWorld()
}, 120_000)
afterAll(() => farcaster?.stop())

const ada = keyOf(4)
const asked = { siweUri: 'https://shop.example/login', domain: 'shop.example', nonce: 'abcdef0123456789' }
const config = () => ({ relay: farcaster.relay, ethereum: viemConnector({ rpcUrl: farcaster.chainUrl }) })

/** What of an answer the client does not mark as an error. */
function taken<T extends { isError: boolean }>(answer: T): Extract<T, { isError: false }> {
  if (answer.isError) throw (answer as unknown as { error: Error }).error
  return answer as Extract<T, { isError: false }>
}

/** A website that asks, until the person chose an account at the local Farcaster. */
async function askFor(account: string) {
  const website = createAppClient(config())
  const { channelToken, url, nonce } = taken(await website.createChannel(asked)).data
  const { response, data } = taken(await website.status({ channelToken }))
  expect([response.status, data.state]).toEqual([202, 'pending'])
  const looks: number[] = []
  const watched = website.watchStatus({
    channelToken,
    interval: 50,
    timeout: 10_000,
    onResponse: ({ response }) => looks.push(response.status),
  })
  await expect.poll(() => looks.length).toBeGreaterThan(1)
  await farcaster.choose(url, account)
  const signed = taken(await watched).data
  expect(looks.at(-1)).toBe(200)
  return { website, nonce, signed, message: signed.message ?? '', signature: signed.signature ?? '0x' }
}

describe('the client of Farcaster, unmodified', () => {
  it.each([
    ['0', 2001, 'ada', 'custody'],
    ['1', 2002, 'bob', 'authAddress'],
  ])(
    'asks at the local relay, waits, and accepts what account %s signed',
    async (account, fid, username, authMethod) => {
      const { website, nonce, signed, message, signature } = await askFor(account)
      expect(signed).toMatchObject({ state: 'completed', nonce: asked.nonce, fid, username, authMethod })
      const verified = taken(await website.verifySignInMessage({ nonce, domain: asked.domain, message, signature }))
      expect(verified).toMatchObject({ success: true, fid, authMethod })
      expect(verified.data).toMatchObject({ domain: asked.domain, uri: asked.siweUri, nonce, chainId: 10 })
    },
  )

  it('refuses another nonce, another domain, another text and who does not own the number', async () => {
    const { website, nonce, message, signature } = await askFor('0')
    const right = { nonce, domain: asked.domain, message, signature }
    const changes = [
      { nonce: 'ffffff0123456789' },
      { domain: 'evil.example' },
      { message: message.replace('fid/2001', 'fid/2002') },
    ]
    for (const change of changes)
      expect((await website.verifySignInMessage({ ...right, ...change })).isError, JSON.stringify(change)).toBe(true)
    const mal = await askFor('2')
    const forged = await website.verifySignInMessage({ ...right, message: mal.message, signature: mal.signature })
    expect([forged.isError, String(forged.isError && forged.error)]).toEqual([true, expect.stringContaining('2001')])
    const bob = await askFor('1')
    const bobs = { ...right, message: bob.message, signature: bob.signature, acceptAuthAddress: false }
    expect((await website.verifySignInMessage(bobs)).isError).toBe(true)
  })

  it('gives up waiting where nobody answers, and is told of a question that the relay does not take', async () => {
    const website = createAppClient(config())
    const { channelToken } = taken(await website.createChannel(asked)).data
    const ended = await website.watchStatus({ channelToken, interval: 20, timeout: 100 })
    expect(ended.isError && ended.error).toMatchObject({ errCode: 'unavailable' })
    expect(taken(await website.createChannel({ ...asked, domain: '<b>' })).response.status).toBe(400)
    expect(taken(await website.status({ channelToken: 'UNKNOWN' })).response.status).toBe(401)
  })

  it('answers what our server asks, and our server signs its person in', async () => {
    const app = createWalletClient(config())
    const browser = await createBrowser(farcaster.world)
    const { body } = await farcaster.start(browser)
    const { channelToken } = taken(app.parseSignInURI({ uri: body.url }))
    const { nonce } = await farcaster.questionOf(body.url)
    const { domain, uri } = farcasterFields(nonce)
    const { message } = taken(app.buildSignInMessage({ address: ada.address, domain, uri, nonce, fid: 2001 }))
    const signature = await ada.signMessage({ message })
    const answer = {
      channelToken,
      message,
      signature,
      fid: 2001,
      username: 'ada',
      bio: '',
      displayName: 'Ada',
      pfpUrl: '',
    }
    const refused = await app.authenticate({ ...answer, authMethod: 'custody', authKey: 'wrong' })
    expect(taken(refused).response.status).toBe(401)
    const given = taken(await app.authenticate({ ...answer, authMethod: 'custody', authKey: farcaster.authKey }))
    expect([given.response.status, given.data.state]).toEqual([201, 'completed'])
    const { result = '' } = (await farcaster.wait(browser, body.challengeId)).body
    const { body: finished } = await farcaster.finish(browser, body.challengeId, result)
    const { finished: usual } = await farcaster.signIn(await createBrowser(farcaster.world), '0')
    expect([finished.userName, finished.userId]).toEqual(['ada', usual?.body.userId])
  })
})
