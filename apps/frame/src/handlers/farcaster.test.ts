import { utf8ToBytes } from '@noble/hashes/utils.js'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FarcasterWorld, startFarcasterWorld } from '../../../server/test/startFarcasterWorld.js'
import { openBrowser } from '../../test/openBrowser.js'

let farcaster: FarcasterWorld
beforeAll(async () => {
  farcaster = await startFarcasterWorld()
}, 120_000)
afterAll(() => farcaster?.stop())

const open = () => openBrowser(farcaster.world)

describe('a sign-in with Farcaster', () => {
  it('[S7-85][S7-86] gives a link, waits for the app, and opens the wallet of its account in any browser', async () => {
    const browser = await open()
    const { url } = await browser.ask('getFarcasterUri')
    const connecting = browser.ask('connectFarcaster')
    await farcaster.choose(url, '0')
    expect(await connecting).toEqual({ userName: 'ada' })
    const user = await browser.ask('getUser', { chainId: 31337 })
    const signal = new AbortController().signal
    const message = { kind: 'evmMessage', message: utf8ToBytes('hello') } as const
    const signature = (await browser.wallet.sign(message, { signal })) as `0x${string}`
    const address = user.address as `0x${string}`
    expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
    const elsewhere = await open()
    await farcaster.choose((await elsewhere.ask('getFarcasterUri')).url, '0')
    await elsewhere.ask('connectFarcaster')
    expect((await elsewhere.ask('getUser', { chainId: 31337 })).address).toBe(address)
  }, 120_000)

  it('says what went wrong, and waits for nothing that was not begun', async () => {
    const browser = await open()
    await expect(browser.ask('connectFarcaster')).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    const { url } = await browser.ask('getFarcasterUri')
    await farcaster.choose(url, '2')
    await expect(browser.ask('connectFarcaster')).rejects.toThrow('Farcaster did not confirm who you are. Try again.')
    expect(await browser.ask('isConnected')).toEqual({ isConnected: false })
  }, 60_000)

  it.each([
    ['reload', (browser: Awaited<ReturnType<typeof open>>) => browser.ask('reload')],
    ['a sign-out', (browser: Awaited<ReturnType<typeof open>>) => browser.ask('signOut')],
    [
      'a sign-in by e-mail',
      (browser: Awaited<ReturnType<typeof open>>) => browser.ask('connectEmail', { email: 'ada@mail.example' }),
    ],
    ['another link', (browser: Awaited<ReturnType<typeof open>>) => browser.ask('getFarcasterUri')],
  ])(
    'ends with %s',
    async (_, leave) => {
      const browser = await open()
      const { url } = await browser.ask('getFarcasterUri')
      const connecting = browser.ask('connectFarcaster').catch((error: unknown) => error)
      await leave(browser)
      expect(await connecting).toMatchObject({ code: 'ABORTED' })
      await farcaster.choose(url, '0')
      expect(await browser.ask('isConnected')).toEqual({ isConnected: false })
    },
    60_000,
  )

  it('is refused at once where the server does not offer it', async () => {
    farcaster.use(undefined)
    const browser = await open()
    await expect(browser.ask('getFarcasterUri')).rejects.toMatchObject({
      code: 'UNSUPPORTED_METHOD',
      message: 'Signing in with Farcaster is not set up on this server',
    })
    await farcaster.reset()
  }, 60_000)
})
