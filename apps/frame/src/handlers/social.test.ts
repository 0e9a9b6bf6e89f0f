import { type SocialsHost, startSocials } from '@latchkey/devnet'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSocials } from '../../../server/src/platform/social/createSocials.js'
import type { SocialsFile } from '../../../server/src/platform/social/readSocialsFile.js'
import { startWalletWorld } from '../../../server/test/startWalletWorld.js'
import { walkSocial } from '../../../server/test/walkSocial.js'
import { openBrowser } from '../../test/openBrowser.js'

let world: Awaited<ReturnType<typeof startWalletWorld>>
let host: SocialsHost
beforeAll(async () => {
  const origin = 'http://localhost:4402'
  host = await startSocials({ walletOrigin: origin })
  const socials = createSocials(host.entries as unknown as SocialsFile, { origin })
  world = await startWalletWorld({ more: { socials } })
})
afterAll(async () => {
  await world.stop()
  await host.stop()
})

type Browser = Awaited<ReturnType<typeof openBrowser>>
const never = () => new AbortController().signal

/** Goes to the provider and back; gives what stands after the `#` of the wallet's window. */
async function visit(uri: string, account: string): Promise<string> {
  const { path, answer, method } = await walkSocial(uri, account)
  const app = world.app()
  const response =
    method === 'GET' ? await app.request(`${path}?${answer}`) : await app.request(path, { method, body: answer })
  return response.headers.get('location')?.split('#')[1] ?? ''
}

/** The whole way in, as a page and the wallet's window go it. */
async function signIn(browser: Browser, provider: string, account = '1001') {
  const { uri } = await browser.ask('getSocialRedirectUri', { provider })
  browser.comeBack(await visit(uri, account))
  const { resultUri } = browser.told.at(-1) as { resultUri: string }
  return browser.ask('connectSocial', { uri: resultUri, chainId: 31337 })
}

describe('a sign-in at a provider', () => {
  it.each(['google', 'apple', 'github', 'x', 'discord', 'facebook'])(
    'by %s answers with the wallet of its account, which signs, in another browser too',
    async (provider) => {
      const browser = await openBrowser(world)
      const user = await signIn(browser, provider)
      expect(user.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
      const signature = (await browser.wallet.sign(
        { kind: 'evmMessage', message: utf8ToBytes('hello') },
        { signal: never() },
      )) as `0x${string}`
      const address = user.address as `0x${string}`
      expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
      const elsewhere = await openBrowser(world)
      expect((await signIn(elsewhere, provider)).address).toBe(address)
      expect(elsewhere.screens.asked).toEqual([])
      expect((await signIn(await openBrowser(world), provider, '1002')).address).not.toBe(address)
    },
    120_000,
  )

  it('says what the provider calls the person, and which address it has checked', async () => {
    const user = await signIn(await openBrowser(world), 'github')
    expect(user).toMatchObject({ userName: 'ada', email: 'ada@social.example' })
    const bare = await signIn(await openBrowser(world), 'x', '1002')
    expect(bare).toMatchObject({ userName: 'bob', email: null })
  })

  it('tells the page which sign-in it may go on with, and nothing that opens it', async () => {
    const browser = await openBrowser(world)
    const { uri } = await browser.ask('getSocialRedirectUri', { provider: 'google' })
    const fragment = await visit(uri, '1001')
    browser.comeBack(fragment)
    const parts = new URLSearchParams(fragment)
    expect(browser.told).toEqual([{ resultUri: `${world.origin}/social#id=${parts.get('id')}` }])
    expect(JSON.stringify(browser.told)).not.toContain(parts.get('result'))
  })

  it('SEC-O-05: takes no result from another origin, and none of a sign-in that it did not begin', async () => {
    const [victim, attacker] = [await openBrowser(world), await openBrowser(world)]
    const { uri } = await attacker.ask('getSocialRedirectUri', { provider: 'google' })
    const fragment = await visit(uri, '1001')
    await victim.ask('getSocialRedirectUri', { provider: 'google' })
    victim.comeBack(fragment)
    const { resultUri } = victim.told.at(-1) as { resultUri: string }
    await expect(victim.ask('connectSocial', { uri: resultUri })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    // The page around the frame hands over what it made up.
    attacker.comeBack(fragment, { from: 'https://app.example' })
    await expect(attacker.ask('connectSocial', { uri: resultUri })).rejects.toThrow('has expired')
    expect(await attacker.ask('isConnected')).toEqual({ isConnected: false })
  }, 60_000)

  it('says what went wrong at the provider, and is over then', async () => {
    const browser = await openBrowser(world)
    const { uri } = await browser.ask('getSocialRedirectUri', { provider: 'discord' })
    browser.comeBack(await visit(uri, ''))
    const { resultUri } = browser.told.at(-1) as { resultUri: string }
    await expect(browser.ask('connectSocial', { uri: resultUri })).rejects.toThrow(
      'The sign-in was refused at Discord.',
    )
    await expect(browser.ask('connectSocial', { uri: resultUri })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })
})
