import { LatchkeyError } from '@latchkey/protocol/errors'
import { appEvents } from '@latchkey/protocol/internal/frame'
import { rpcPolicy } from '@latchkey/protocol/internal/frameRpc'
import { describe, expect, it } from 'vitest'
import { answers, appKitPage, payloads, turns } from '../../test/appKitPage.js'

const names = Object.keys(appEvents) as (keyof typeof appEvents)[]
const typeOf = (name: keyof typeof appEvents) => `@w3m-app/${appEvents[name].wire}`
const ready = { message: { type: '@w3m-frame/READY', payload: {} }, to: 'https://app.example' }

describe('ready', () => {
  it('is said to the exact origin that embeds the frame, with a payload, once it listens', async () => {
    const { said, listeners } = appKitPage()
    expect(listeners()).toBe(1)
    await turns()
    expect(said).toEqual([ready])
  })

  it('is said to nobody who may not embed, to no opaque page, and not at the top', async () => {
    const silent = [
      appKitPage({ isAllowed: () => false }),
      appKitPage({ isAllowed: () => Promise.reject(new Error('down')) }),
      appKitPage({ ancestorOrigins: ['null'], referrer: 'https://app.example/', sites: ['https://app.example'] }),
      appKitPage({ isTop: true }),
    ]
    await turns()
    expect(silent.map(({ said }) => said)).toEqual([[], [], [], []])
  })

  it('finds the page by the referrer where the browser keeps no list, and by the sites where there is neither', async () => {
    const byReferrer = appKitPage({ ancestorOrigins: undefined, referrer: 'https://app.example/shop?a=1' })
    const sites = ['https://app.example', 'https://*.other.example', 'https://b.example/']
    const bySites = appKitPage({ ancestorOrigins: undefined, sites })
    const closed = appKitPage({ ancestorOrigins: undefined, sites })
    closed.accepted.close()
    await turns()
    expect([byReferrer.said, closed.said]).toEqual([[ready], []])
    // A star is no origin, so nothing can be said to it.
    expect(bySites.said.map(({ to }) => to)).not.toContain('https://b.example/')
    expect(bySites.said).toContainEqual(ready)
    expect(bySites.said.every(({ to }) => !to.includes('*'))).toBe(true)
  })
})

describe('requests', () => {
  const changes = ['updateEmail', 'updateEmailPrimaryOtp', 'updateEmailSecondaryOtp'] as const
  const ours = ['connectPasskey', 'enterCode', 'getSecurity', 'showSecurity']
  const others: readonly string[] = [...ours, 'rpcAbort', ...changes]
  const appKits = names.filter((name) => !others.includes(name))

  it.each(appKits)('%s is answered once, under its short id, to the exact origin', async (name) => {
    const { say, said, asked } = appKitPage()
    say({ type: typeOf(name), id: 'k3x9', payload: payloads[name], extra: 1 })
    await turns()
    const expected = { type: `@w3m-frame/${appEvents[name].wire}_SUCCESS`, id: 'k3x9' }
    const payload = answers[name]
    expect(said.slice(1)).toEqual([
      { message: payload === undefined ? expected : { ...expected, payload }, to: 'https://app.example' },
    ])
    expect(asked).toMatchObject([{ name, origin: 'https://app.example' }])
  })

  it.each(changes)(
    '%s reaches no handler: it is answered with the page of the wallet on which an address is changed',
    async (name) => {
      const { say, said, asked } = appKitPage()
      say({ type: typeOf(name), id: 'k3x9', payload: payloads[name] })
      await turns()
      const message = 'Change your e-mail on the wallet’s own page: https://wallet.example/security'
      expect(said.slice(1)).toEqual([
        {
          message: { type: `@w3m-frame/${appEvents[name].wire}_ERROR`, id: 'k3x9', payload: { message } },
          to: 'https://app.example',
        },
      ])
      expect(asked).toEqual([])
    },
  )

  it('behavior: Bitcoin’s methods are our own channel’s alone, so here they reach the wallet as none of its own', async () => {
    const { say, asked } = appKitPage()
    const payload = { method: 'signPsbt', params: {}, chainNamespace: 'bip122', chainId: 'bip122:x' }
    say({ type: typeOf('rpcRequest'), id: 'b', payload })
    await turns()
    expect(asked).toMatchObject([{ name: 'rpcRequest', payload: { method: 'signPsbt', chainNamespace: 'eip155' } }])
    expect(rpcPolicy('signPsbt', 'eip155')).toBe('refuse')
  })

  it('says why a request failed in words that are never empty, and quotes no foreign error', async () => {
    const failures = [
      new LatchkeyError('USER_REJECTED', 'Invalid code'),
      new LatchkeyError('UNKNOWN', ''),
      new Error('entropy 00ff'),
    ]
    for (const [at, failure] of failures.entries()) {
      const { say, said } = appKitPage({ handlers: { connectOtp: () => Promise.reject(failure) } })
      say({ type: typeOf('connectOtp'), id: 'a', payload: { otp: '000000' } })
      await turns()
      const message = at === 0 ? 'Invalid code' : 'An error occurred'
      expect(said.slice(1)).toEqual([
        { message: { type: '@w3m-frame/CONNECT_OTP_ERROR', id: 'a', payload: { message } }, to: 'https://app.example' },
      ])
    }
  })

  it('answers parameters that do not fit with an error and strips unknown keys of those that do', async () => {
    const { say, said, asked } = appKitPage()
    say({ type: typeOf('connectEmail'), id: 'a', payload: { email: 'not an address' } })
    say({ type: typeOf('connectOtp'), id: 'b', payload: { otp: '123456', zz: 1 } })
    await turns()
    expect(said.slice(1).map(({ message }) => message.type)).toEqual([
      '@w3m-frame/CONNECT_EMAIL_ERROR',
      '@w3m-frame/CONNECT_OTP_SUCCESS',
    ])
    expect(asked.map(({ payload }) => payload)).toEqual([{ otp: '123456' }])
  })

  it('takes what an app left undefined for absent', async () => {
    const { say, asked } = appKitPage()
    const themeVariables = { '--w3m-accent': undefined, '--w3m-font-family': 'serif' }
    say({ type: typeOf('syncTheme'), id: 'a', payload: { themeMode: undefined, themeVariables } })
    await turns()
    expect(asked.map(({ payload }) => payload)).toEqual([{ themeVariables: { '--w3m-font-family': 'serif' } }])
  })

  it('takes amounts that are posted as bigints, as hex', async () => {
    const { say, asked } = appKitPage()
    const params = [{ to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: 10n ** 18n }]
    say({ type: typeOf('rpcRequest'), id: 'a', payload: { method: 'eth_sendTransaction', params } })
    await turns()
    expect(asked[0]?.payload).toMatchObject({ params: [{ value: '0xde0b6b3a7640000' }], chainNamespace: 'eip155' })
  })

  it('runs RPC_ABORT without an answer, and answers the request that it ended', async () => {
    let end: () => void = () => {}
    const { say, said, asked } = appKitPage({
      handlers: {
        rpcRequest: () =>
          new Promise((_, reject) => {
            end = () => reject(new LatchkeyError('ABORTED', 'Request was aborted'))
          }),
        rpcAbort: () => end(),
      },
    })
    say({ type: typeOf('rpcRequest'), id: 'a', payload: { method: 'personal_sign', params: ['0x00'] } })
    await turns()
    say({ type: typeOf('rpcAbort'), id: 'b' })
    await turns()
    expect(asked.map(({ name }) => name)).toEqual(['rpcRequest', 'rpcAbort'])
    expect(said.slice(1).map(({ message }) => message)).toEqual([
      { type: '@w3m-frame/RPC_REQUEST_ERROR', id: 'a', payload: { message: 'Request was aborted' } },
    ])
  })

  it('does not run an id twice while it is open, and keeps the order of what came before the page was judged', async () => {
    let allow: (isAllowed: boolean) => void = () => {}
    const { say, said, asked, accepted } = appKitPage({
      isAllowed: () =>
        new Promise((resolve) => {
          allow = resolve
        }),
      handlers: { connectDevice: () => new Promise<void>(() => {}) },
    })
    say({ type: typeOf('connectDevice'), id: 'a' })
    say({ type: typeOf('connectDevice'), id: 'a' })
    say({ type: typeOf('getChainId'), id: 'b' })
    await turns()
    expect(asked).toEqual([])
    allow(true)
    await turns()
    expect(asked.map(({ name }) => name)).toEqual(['connectDevice', 'getChainId'])
    expect(accepted.counts()).toEqual({ pending: 1, late: 0, dropped: 1 })
    accepted.close()
    expect(asked[0]?.signal.aborted).toBe(true)
    await turns()
    expect(said.filter(({ message }) => message.id === 'a')).toEqual([])
  })
})
