import { getBalances } from '@latchkey/core'
import { accounts, type EvmChains, startEvmChains } from '@latchkey/devnet'
import { toAccountId } from '@latchkey/protocol/caip'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { reviewed, startSend } from '../../test/startSend.js'
import { saveContact } from '../actions/saveContact.js'

const [, sender, receiver] = accounts
const to = receiver?.address ?? ''
const from = sender?.address ?? ''

describe('createSendFlow', () => {
  let local: EvmChains
  beforeAll(async () => {
    local = await startEvmChains()
  })
  afterAll(() => local.stop())

  it('SEC-X-07 behavior: a receiver is new until it was paid, and its twin is reviewed only once it is said to be meant', async () => {
    const { flow, config } = await startSend(local)
    const twin = `${to.slice(0, 6)}${'a'.repeat(32)}${to.slice(-4)}`
    flow.edit({ to: twin })
    expect(flow.getState().checks).toMatchObject({ isFirstTime: true, lookAlike: undefined })
    await reviewed(flow, '0.01')
    expect(flow.getState().checks).toMatchObject({ isFirstTime: true })
    await flow.confirm()
    flow.begin()
    flow.edit({ to: to.toLowerCase() })
    expect(flow.getState().checks).toMatchObject({ isFirstTime: false, lookAlike: undefined })

    flow.offer(await getBalances(config, { account: toAccountId('eip155:31337', from), forceUpdate: [] }))
    flow.edit({ to: ` ${twin} `, amountText: '0.01' })
    await vi.waitFor(() => expect(flow.getState().quote.status).toBe('ready'), { timeout: 15_000 })
    expect(flow.getState()).toMatchObject({
      checks: { lookAlike: to, isFirstTime: false },
      mustCompare: true,
      isReady: false,
    })
    flow.review()
    expect(flow.getState().phase).toBe('editing')
    flow.accept(true)
    expect(flow.getState()).toMatchObject({ mustCompare: false, isReady: true })
    flow.accept(false)
    expect(flow.getState().isReady).toBe(false)
    flow.accept(true)
    flow.edit({ to: `${twin.slice(0, 20)}b${twin.slice(21)}` })
    expect(flow.getState().mustCompare).toBe(true)
  })

  it('SEC-X-07 behavior: what looks like a contact or an own account must be compared, for each account that sends anew', async () => {
    const { flow, fake, config } = await startSend(local)
    const stranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
    flow.edit({ to: stranger })
    expect(flow.getState().checks.isFirstTime).toBe(true)
    saveContact(config, { address: stranger, name: 'Ada' })
    expect(flow.getState().checks.isFirstTime).toBe(false)
    flow.edit({ to: `${stranger.slice(0, 6)}${'a'.repeat(32)}${stranger.slice(-4)}` })
    expect(flow.getState().checks.lookAlike).toBe(stranger)
    const twin = `${from.slice(0, 6)}${'a'.repeat(32)}${from.slice(-4)}`
    flow.edit({ to: twin })
    expect(flow.getState()).toMatchObject({ checks: { lookAlike: from }, mustCompare: true })
    flow.accept(true)
    fake.say({ accounts: [to, from] })
    expect(flow.getState()).toMatchObject({ draft: { to: twin }, mustCompare: true })
  })
})
