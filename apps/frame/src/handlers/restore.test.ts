import { utf8ToBytes } from '@noble/hashes/utils.js'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWalletWorld } from '../../../server/test/startWalletWorld.js'
import { openBrowser } from '../../test/openBrowser.js'
import { proveCode } from '../factors/proveCode.js'
import { createRecoveryCode } from '../factors/recoveryCode.js'
import { randomId } from '../wallet/randomId.js'

let world: Awaited<ReturnType<typeof startWalletWorld>>
beforeAll(async () => {
  world = await startWalletWorld({ more: { deviceLink: 'returning' } })
})
afterAll(() => world.stop())

type Browser = Awaited<ReturnType<typeof openBrowser>>
const signal = new AbortController().signal

/** Adds a recovery code to the wallet of a browser, and removes the operator's way in. */
async function leaveTheOperator({ context, owner, wallet }: Browser): Promise<string> {
  const code = createRecoveryCode()
  const { custody, keyring } = context
  await wallet.unlock({ purpose: 'factor', signal })
  const { walletId, factors } = await custody.listFactors()
  const { extras, clientKey } = await proveCode({ code, walletId: walletId ?? '' })
  const custodyKeys = await custody.readKeys()
  const made = await keyring.addFactor({ custodyKeys, factor: { factorId: randomId(), kind: 'code', clientKey } })
  await owner.addFactor({ walletId: walletId ?? '', epoch: made.epoch, factor: { ...made.factor, ...extras } })
  await owner.deleteFactor(factors.find(({ kind }) => kind === 'auto')?.factorId ?? '')
  return code
}

describe('a wallet that only its owner can restore', () => {
  it('comes to another browser by the recovery code, and by nothing less', async () => {
    const email = 'owner@mail.example'
    const old = await openBrowser(world)
    await old.signIn(email)
    const { address } = await old.ask('getUser')
    const code = await leaveTheOperator(old)
    expect(await old.ask('getSecurity')).toMatchObject({
      restorers: ['operator', 'code'],
      operatorUntil: expect.any(Number),
    })
    // Already while the operator keeps a half, e-mail alone brings it nowhere.
    world.wait(31_000)
    const hasty = await openBrowser(world)
    await hasty.signIn(email)
    hasty.screens.answer = async () => {
      throw Object.assign(new Error('left'), { name: 'LatchkeyError', code: 'USER_REJECTED' })
    }
    await expect(hasty.ask('getUser')).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(hasty.screens.asked.at(-1)).toMatchObject({ kind: 'window', about: 'restore' })
    expect(hasty.screens.asked.at(-1)).not.toHaveProperty('passkey')
    // A page hears that there is another browser, and nothing of it.
    const told = await old.ask('getSecurity')
    expect(told.devices).toMatchObject([{ isThis: true }])
    expect(told.otherDevices).toBe(1)
    world.wait(25 * 3_600_000)
    await world.app().settle()
    expect(await old.ask('getSecurity')).toMatchObject({ restorers: ['code'], operatorUntil: null })

    const fresh = await openBrowser(world)
    await fresh.signIn(email)
    fresh.screens.asked.length = 0
    fresh.screens.answer = async (screen) => {
      expect(screen).not.toHaveProperty('passkey')
      await expect(fresh.restoreBy(screen, createRecoveryCode())).rejects.toMatchObject({ refusal: 'PROOF_WRONG' })
      await expect(fresh.restoreBy(screen, 'no code')).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
      expect(fresh.wallet.user).toBeUndefined()
      await fresh.restoreBy(screen, code)
      expect(fresh.restores.at(-1)?.task.origin).toBe('https://app.example')
    }
    expect((await fresh.ask('getUser')).address).toBe(address)
    expect(fresh.screens.asked).toHaveLength(1)

    // From now on this browser has a factor of its own.
    const again = await openBrowser(world, { storage: fresh.storage })
    const request = { kind: 'evmMessage' as const, message: utf8ToBytes('hello') }
    const signature = (await again.wallet.sign(request, { signal })) as `0x${string}`
    expect(await verifyMessage({ address: address as `0x${string}`, message: 'hello', signature })).toBe(true)
    expect(again.screens.asked).toEqual([])
  })

  it('shows no address when the screen is left, and asks again the next time', async () => {
    const email = 'leaver@mail.example'
    const old = await openBrowser(world)
    await old.signIn(email)
    const { address } = await old.ask('getUser')
    const code = await leaveTheOperator(old)
    world.wait(25 * 3_600_000)
    await world.app().settle()
    const fresh = await openBrowser(world)
    await fresh.signIn(email)
    fresh.screens.answer = async () => {
      throw Object.assign(new Error('left'), { name: 'LatchkeyError', code: 'USER_REJECTED' })
    }
    await expect(fresh.ask('getUser')).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(fresh.wallet.user).toBeUndefined()
    fresh.screens.answer = async (screen) => {
      await fresh.restoreBy(screen, code)
    }
    expect((await fresh.ask('getUser')).address).toBe(address)
  })
})
