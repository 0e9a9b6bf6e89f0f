import { LatchkeyError } from '@latchkey/protocol/errors'
import { expect, it } from 'vitest'
import { createFakeScreens } from '../../test/fakeScreens.js'
import { context } from '../../test/signingContext.js'
import { toApproval } from '../signing/signingContext.js'
import type { WalletUser } from '../types.js'
import { approveAndSign } from './approveAndSign.js'

const ada = { userId: 'ada', walletId: 'wallet of ada' } as WalletUser
const request = { kind: 'evmMessage', message: new Uint8Array([1]) } as const
const approval = toApproval(context, { action: 'Sign', title: 'Sign a message' })

/** One approval that is given, with a wallet whose user may be another once it has signed. */
function ask(after: Partial<WalletUser> | 'nobody' = ada, refusal?: LatchkeyError) {
  const screens = { ...createFakeScreens(), ask: async () => {} }
  const { signal } = new AbortController()
  const signed: unknown[] = []
  const wallet = {
    user: ada as WalletUser | undefined,
    async sign(given: unknown, options: { signal?: AbortSignal }) {
      expect(options.signal).toBe(signal)
      signed.push(given)
      wallet.user = after === 'nobody' ? undefined : { ...ada, ...after }
      return '0xsigned'
    },
  }
  const asking = { screens, user: ada, origin: context.origin, signal, wallet } as unknown as Parameters<
    typeof approveAndSign
  >[0]
  return { signed, answer: approveAndSign(asking, { approval, request, ...(refusal ? { refusal } : {}) }) }
}

it('gives the signature of the account that was shown', async () => {
  const { answer, signed } = ask()
  expect(await answer).toBe('0xsigned')
  expect(signed).toEqual([request])
})

it('gives no signature when another account, or none, has signed in meanwhile', async () => {
  for (const after of [{ userId: 'bob' }, { walletId: 'another wallet' }, 'nobody'] as const)
    await expect(ask(after).answer, JSON.stringify(after)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

it('never signs what is refused, whatever is pressed', async () => {
  const refusal = new LatchkeyError('INVALID_PARAMS', 'It is for another site')
  const { answer, signed } = ask(ada, refusal)
  await expect(answer).rejects.toBe(refusal)
  expect(signed).toEqual([])
})

it('asks the person before it signs, by the signal of the request, and signs nothing that was refused', async () => {
  const refusal = new LatchkeyError('INVALID_PARAMS', 'It is for another site')
  const no = new LatchkeyError('USER_REJECTED', 'No')
  async function answer(given: { refusal?: LatchkeyError; isAborted?: boolean }) {
    const controller = new AbortController()
    if (given.isAborted) controller.abort()
    const screens = createFakeScreens()
    const signals: unknown[] = []
    screens.answer = async (_, signal) => {
      signals.push(signal)
      throw no
    }
    const wallet = { user: ada, sign: async () => expect.fail('It was signed') }
    const { origin } = context
    const asking = { screens, user: ada, origin, signal: controller.signal, wallet } as unknown as Parameters<
      typeof approveAndSign
    >[0]
    const prepared = { approval, request, ...(given.refusal ? { refusal: given.refusal } : {}) }
    const error = await approveAndSign(asking, prepared).catch((thrown: unknown) => thrown)
    expect(screens.asked).toEqual([{ kind: 'approve', what: 'evmMessage', approval, origin }])
    expect(signals).toEqual([controller.signal])
    return error
  }
  expect(await answer({})).toBe(no)
  // What the wallet itself refuses says why, unless the page has gone.
  expect(await answer({ refusal })).toBe(refusal)
  expect(await answer({ refusal, isAborted: true })).toBe(no)
})
