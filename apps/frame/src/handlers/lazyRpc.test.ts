import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWalletWorld } from '../../../server/test/startWalletWorld.js'
import { openBrowser } from '../../test/openBrowser.js'

let world: Awaited<ReturnType<typeof startWalletWorld>>
beforeAll(async () => {
  world = await startWalletWorld({ more: { deviceLink: 'returning' } })
})
afterAll(() => world.stop())

const message = `0x${bytesToHex(utf8ToBytes('hello'))}`

describe('requests for what is fetched later', () => {
  it('are ended by an abort that comes before the code is here, and nothing is shown', async () => {
    const browser = await openBrowser(world)
    await browser.signIn('early@mail.example')
    const { address } = await browser.ask('getUser')
    browser.screens.asked.length = 0
    const request = { method: 'personal_sign', params: [message, address], chainId: 31337 }
    const asked = expect(browser.ask('rpcRequest', request)).rejects.toMatchObject({ code: 'ABORTED' })
    await browser.ask('rpcAbort')
    await asked
    expect(browser.screens.asked).toEqual([])
  })

  it('that only read go on', async () => {
    const browser = await openBrowser(world)
    await browser.signIn('reader@mail.example')
    const { address } = await browser.ask('getUser')
    const asked = browser.ask('rpcRequest', { method: 'eth_accounts', chainId: 31337 })
    await browser.ask('rpcAbort')
    expect(await asked).toEqual([address])
  })

  it('sign once the person said yes', async () => {
    const browser = await openBrowser(world)
    await browser.signIn('signer@mail.example')
    const { address } = await browser.ask('getUser')
    browser.screens.answer = async (screen) => expect(screen.kind).toBe('approve')
    const request = { method: 'personal_sign', params: [message, address], chainId: 31337 }
    expect(await browser.ask('rpcRequest', request)).toMatch(/^0x[0-9a-f]{130}$/)
  })
})
