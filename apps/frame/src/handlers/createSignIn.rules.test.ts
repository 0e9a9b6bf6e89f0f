import { LatchkeyError } from '@latchkey/protocol/errors'
import type { EmailStartAnswer, WalletRefusalCode } from '@latchkey/protocol/internal/walletApi'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WalletServerError } from '../api/walletServerError.js'
import { createMemoryStorage } from '../storage/createMemoryStorage.js'
import { openDevice } from '../storage/openDevice.js'
import type { RecordOf } from '../storage/records.js'
import { createSessions } from '../wallet/createSessions.js'
import { createSignIn } from './createSignIn.js'

// An answer takes a turn of the loop, whatever the clock is.
const soon = setImmediate
const embedder = { origin: 'https://app.example', projectId: 'project' }
const email = 'Anna@mail.example'
const { signal } = new AbortController()
const refusal = (code: WalletRefusalCode) => new WalletServerError({ code, message: code })
const offline = () => new LatchkeyError('API_UNREACHABLE', 'Offline')
const kept = (more: Partial<RecordOf<'session'>> = {}): RecordOf<'session'> => ({
  sessionToken: 'token before',
  sessionId: 'before',
  userId: 'anna',
  projectId: embedder.projectId,
  parentOrigin: embedder.origin,
  email: 'anna@mail.example',
  expiresAt: 5,
  ...more,
})
type Answers = {
  startEmail: EmailStartAnswer | Error
  resendEmail: EmailStartAnswer | Error
  readDevice: 'waiting' | 'approved' | 'expired' | Error
  verifyEmail: Error | undefined
  readSession: string | null | Error
}

/** A sign-in over empty storage and a scripted server. */
async function open({ session }: { session?: RecordOf<'session'> } = {}) {
  const storage = createMemoryStorage()
  const [sessions, device] = [createSessions(storage, embedder.origin), await openDevice(storage)]
  if (session) await sessions.open(session)
  const calls: { name: string; given?: unknown; signal?: AbortSignal | undefined }[] = []
  const answers: Answers = {
    startEmail: { challengeId: 'first', action: 'VERIFY_OTP', retryAfterMs: 30_000 },
    resendEmail: { challengeId: 'second', action: 'VERIFY_OTP', retryAfterMs: 60_000 },
    readDevice: 'approved',
    verifyEmail: undefined,
    readSession: 'anna@mail.example',
  }
  type Options = { readonly signal?: AbortSignal | undefined }
  async function answer<N extends keyof Answers>(name: N, given: unknown, options: Options = {}) {
    calls.push({ name, given, signal: options.signal })
    await new Promise((resolve) => soon(resolve))
    if (options.signal?.aborted) throw new LatchkeyError('ABORTED', 'Aborted')
    const said = answers[name]
    if (said instanceof Error) throw said
    return said as Exclude<Answers[N], Error>
  }
  const signIn = createSignIn({
    context: {
      sessions,
      device,
      now: () => 1_000,
      keyring: {
        async status() {
          calls.push({ name: 'status' })
          throw new Error('The worker did not start')
        },
      },
      auth: {
        startEmail: (body, options) => answer('startEmail', body, options),
        resendEmail: (id, options) => answer('resendEmail', id, options),
        readDevice: async (id, options) => ({ state: await answer('readDevice', id, options) }),
        async verifyEmail(body, options) {
          await answer('verifyEmail', body, options)
          return {
            sessionToken: 'token',
            sessionId: 'session',
            userId: 'anna',
            deviceId: 'device',
            isNewDevice: false,
            walletId: null,
            expiresAt: 9,
          }
        },
        readSession: async (options) => ({
          user: { id: 'anna', email: await answer('readSession', undefined, options) },
          device: { id: 'device', name: 'Browser', frozenUntil: 0 },
          expiresAt: 9,
        }),
      },
    },
    wallet: { leave: async () => void calls.push({ name: 'leave', given: (await sessions.read())?.sessionId }) },
    signOuts: { end: async (ended) => void calls.push({ name: 'end', given: ended }) },
    embedder,
    deviceName: 'Browser',
    locale: 'en',
  })
  const names = () => calls.map(({ name }) => name)
  const of = (name: string) => calls.filter((call) => call.name === name)
  return { signIn, answers, calls, names, of, sessions, device }
}
/** What a promise fails with. */
const fault = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('beginning', () => {
  it('names the address, the page and this browser, and tells when the next mail may go', async () => {
    const { signIn, names, of, device } = await open()
    expect(signIn.state).toBeUndefined()
    expect(await signIn.start(email, signal)).toMatchObject({ challengeId: 'first', action: 'VERIFY_OTP' })
    const body = {
      email,
      projectId: embedder.projectId,
      parentOrigin: embedder.origin,
      devicePublicKey: device.publicKey,
      deviceName: 'Browser',
      locale: 'en',
    }
    expect(of('startEmail')).toEqual([{ name: 'startEmail', given: body, signal }])
    expect(names()).toEqual(['startEmail', 'status'])
    expect(signIn.state).toEqual({ email, nextAt: 31_000 })
  })

  it('may send the next mail at once where the server names no pause', async () => {
    const { signIn, answers } = await open()
    answers.startEmail = { challengeId: 'first', action: 'VERIFY_OTP' }
    answers.resendEmail = { challengeId: 'second', action: 'VERIFY_OTP' }
    await signIn.start(email, signal)
    expect(signIn.state?.nextAt).toBe(1_000)
    expect(await signIn.resend(signal)).toBe(0)
  })

  it('sends the same request again for the same address, and a new one for another', async () => {
    const { signIn, of } = await open()
    await signIn.start(email, signal)
    expect(await signIn.start(email.toLowerCase(), signal)).toMatchObject({ challengeId: 'second' })
    expect(of('resendEmail')).toEqual([{ name: 'resendEmail', given: 'first', signal }])
    expect([of('startEmail').length, signIn.state]).toEqual([1, { email, nextAt: 61_000 }])
    await signIn.start('bert@mail.example', signal)
    expect(of('startEmail').at(-1)?.given).toMatchObject({ email: 'bert@mail.example' })
    expect([of('resendEmail').length, signIn.state?.email]).toEqual([1, 'bert@mail.example'])
  })

  it('keeps what was begun when another could not be', async () => {
    const { signIn, answers } = await open()
    await signIn.start(email, signal)
    answers.startEmail = offline()
    expect(await fault(signIn.start('bert@mail.example', signal))).toBe(answers.startEmail)
    expect(signIn.state?.email).toBe(email)
    expect(await fault(signIn.waitForDevice(signal))).toBeUndefined()
  })

  it('is not there after it was left', async () => {
    const { signIn, of } = await open()
    signIn.cancel()
    await signIn.start(email, signal)
    signIn.cancel()
    expect(signIn.state).toBeUndefined()
    await signIn.start(email, signal)
    expect([of('startEmail').length, of('resendEmail').length]).toEqual([2, 0])
  })

  it('of another kind ends with what begins next, and may count for the next question as well', async () => {
    const { signIn } = await open()
    const first = signIn.begin()
    expect(first.aborted).toBe(false)
    expect([signIn.begin().aborted, first.aborted]).toEqual([false, true])
    signIn.keepFresh()
    expect([signIn.takeFresh(), signIn.takeFresh()]).toEqual([true, false])
  })
})

describe('another mail', () => {
  it('is for what was begun, under the request that the server named last', async () => {
    const { signIn, answers, of } = await open()
    expect(await fault(signIn.resend(signal))).toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'No sign-in is in progress. Enter your e-mail address first.',
    })
    await signIn.start(email, signal)
    expect(await signIn.resend(signal)).toBe(60_000)
    answers.resendEmail = { challengeId: 'third', action: 'VERIFY_OTP', retryAfterMs: 5 }
    expect(await signIn.resend(signal)).toBe(5)
    expect(of('resendEmail').map(({ given }) => given)).toEqual(['first', 'second'])
  })

  it('begins anew where the request has ended, and is refused for any other reason', async () => {
    for (const code of ['CODE_EXPIRED', 'LOCKED'] as const) {
      const { signIn, answers, of } = await open()
      await signIn.start(email, signal)
      answers.resendEmail = refusal(code)
      expect(await signIn.resend(signal)).toBe(30_000)
      expect(of('startEmail').map(({ given }) => given)).toEqual([
        expect.objectContaining({ email }),
        expect.objectContaining({ email }),
      ])
    }
    for (const error of [refusal('RATE_LIMITED'), offline()]) {
      const { signIn, answers, of } = await open()
      await signIn.start(email, signal)
      answers.resendEmail = error
      expect(await fault(signIn.resend(signal))).toBe(error)
      expect(of('startEmail')).toHaveLength(1)
    }
  })
})

describe('the wait for a link', () => {
  afterEach(() => void vi.useRealTimers())

  it('asks until the link was opened, and says when it is too old', async () => {
    const { signIn, answers, of } = await open()
    expect(await fault(signIn.waitForDevice(signal))).toMatchObject({ code: 'INVALID_REQUEST' })
    await signIn.start(email, signal)
    answers.readDevice = 'waiting'
    const wait = signIn.waitForDevice(signal)
    await expect.poll(() => of('readDevice').length).toBeGreaterThan(2)
    answers.readDevice = 'approved'
    await wait
    expect(new Set(of('readDevice').map(({ given }) => given))).toEqual(new Set(['first']))
    answers.readDevice = 'expired'
    expect(await fault(signIn.waitForDevice(signal))).toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'The link in the mail is too old. Ask for another one.',
    })
  })

  it('asks again two seconds after a failure of the network, and passes a refusal on', async () => {
    const { signIn, answers, of } = await open()
    await signIn.start(email, signal)
    vi.useFakeTimers()
    answers.readDevice = offline()
    const wait = signIn.waitForDevice(signal)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(of('readDevice')).toHaveLength(1)
    answers.readDevice = 'approved'
    await vi.advanceTimersByTimeAsync(1)
    await wait
    expect(of('readDevice')).toHaveLength(2)
    answers.readDevice = refusal('NOT_FOUND')
    expect(await fault(signIn.waitForDevice(signal))).toBe(answers.readDevice)
  })

  it.each([
    ['RATE_LIMITED', 5_000],
    ['INTERNAL', undefined],
    ['UNAVAILABLE', undefined],
  ] as const)('asks again after %s, when the server says', async (code, retryAfterMs) => {
    const { signIn, answers, of } = await open()
    await signIn.start(email, signal)
    vi.useFakeTimers()
    answers.readDevice = new WalletServerError({ code, message: 'Later', ...(retryAfterMs && { retryAfterMs }) })
    const wait = signIn.waitForDevice(signal)
    await vi.advanceTimersByTimeAsync((retryAfterMs ?? 2_000) - 1)
    expect(of('readDevice')).toHaveLength(1)
    answers.readDevice = 'approved'
    await vi.advanceTimersByTimeAsync(1)
    await wait
    expect(of('readDevice')).toHaveLength(2)
  })

  it('ends with the request or with what was begun, in whatever it is', async () => {
    const ended = { code: 'ABORTED', message: 'The sign-in was ended' }
    const { signIn, answers, of } = await open()
    const own = new AbortController()
    await signIn.start(email, signal)
    answers.readDevice = 'waiting'
    const wait = fault(signIn.waitForDevice(own.signal))
    const beside = fault(signIn.waitForDevice(signal))
    await expect.poll(() => of('readDevice').length).toBeGreaterThan(2)
    const [asked] = of('readDevice')
    // At once: nothing waits for a clock.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    own.abort()
    expect(await wait).toMatchObject(ended)
    expect(asked?.signal?.aborted).toBe(true)
    expect(signIn.state?.email).toBe(email)
    signIn.cancel()
    expect(await beside).toMatchObject(ended)
    for (const end of [
      () => signIn.start('bert@mail.example', signal),
      () => signIn.verify('123456', 'frame', signal),
    ]) {
      await signIn.start(email, signal)
      const wait = fault(signIn.waitForDevice(signal))
      await end()
      expect(await wait).toMatchObject(ended)
    }
  })

  it('ends also while the network is gone, and where an answer comes all the same', async () => {
    const { signIn, answers } = await open()
    await signIn.start(email, signal)
    vi.useFakeTimers()
    answers.readDevice = offline()
    const wait = fault(signIn.waitForDevice(signal))
    await vi.advanceTimersByTimeAsync(1_000)
    signIn.cancel()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await wait).toMatchObject({ code: 'ABORTED', message: 'The sign-in was ended' })
  })

  it('goes on over another mail', async () => {
    const { signIn, answers, of } = await open()
    await signIn.start(email, signal)
    answers.readDevice = 'waiting'
    const wait = signIn.waitForDevice(signal)
    await signIn.resend(signal)
    const before = of('readDevice').length
    await expect.poll(() => of('readDevice').length).toBeGreaterThan(before)
    answers.readDevice = 'approved'
    await wait
  })
})

describe('a code', () => {
  it('is taken in any writing of six digits, and else never sent', async () => {
    const { signIn, of } = await open()
    expect(await fault(signIn.verify('123456', 'frame', signal))).toMatchObject({ code: 'INVALID_REQUEST' })
    for (const typed of ['12345', '1234567', '12345a', 'a123456', '123456a', '', '12.3456']) {
      await signIn.start(email, signal)
      expect(await fault(signIn.verify(typed, 'frame', signal)), typed).toMatchObject({
        code: 'INVALID_PARAMS',
        message: 'Enter the six digits of the code',
      })
    }
    expect(of('verifyEmail')).toEqual([])
    for (const typed of ['123456', ' 123-456\n', '1 2 3 4 5 6', '１２３４５６']) {
      const { signIn, of } = await open()
      await signIn.start(email, signal)
      await signIn.verify(typed, 'host', signal)
      const given = { challengeId: 'first', email, code: '123456', typedIn: 'host' }
      expect(of('verifyEmail')).toEqual([{ name: 'verifyEmail', given, signal }])
    }
  })

  it('opens the session of this page, under the address as the server writes it', async () => {
    const { signIn, names, of, sessions } = await open()
    await signIn.start(email, signal)
    expect(signIn.takeFresh()).toBe(false)
    await signIn.verify('123456', 'frame', signal)
    expect(await sessions.read()).toEqual(kept({ sessionToken: 'token', sessionId: 'session', expiresAt: 9 }))
    expect(names().slice(2)).toEqual(['verifyEmail', 'leave', 'readSession'])
    expect(of('readSession')[0]?.signal).toBe(signal)
    expect([signIn.state, signIn.takeFresh(), signIn.takeFresh()]).toEqual([undefined, true, false])
  })

  it('keeps the address as it was typed where the server does not say how it writes it', async () => {
    const { signIn, answers, sessions } = await open()
    answers.readSession = offline()
    await signIn.start(email, signal)
    await signIn.verify('123456', 'frame', signal)
    expect(await sessions.read()).toMatchObject({ sessionId: 'session', email })
  })

  it('ends the session before, and wipes the keys first where that was somebody else’s', async () => {
    const bert = kept({ userId: 'bert', email: 'bert@mail.example' })
    for (const session of [bert, kept()]) {
      const { signIn, of } = await open({ session })
      await signIn.start(email, signal)
      await signIn.verify('123456', 'frame', signal)
      expect(of('end')).toEqual([{ name: 'end', given: session }])
      expect(of('leave')).toEqual(session === bert ? [{ name: 'leave', given: 'before' }] : [])
    }
  })

  it('that is refused leaves everything as it was', async () => {
    const { signIn, answers, names, sessions } = await open({ session: kept() })
    await signIn.start(email, signal)
    answers.verifyEmail = refusal('CODE_WRONG')
    expect(await fault(signIn.verify('123456', 'frame', signal))).toBe(answers.verifyEmail)
    expect(names()).toEqual(['startEmail', 'status', 'verifyEmail'])
    expect([await sessions.read(), signIn.state?.email, signIn.takeFresh()]).toEqual([kept(), email, false])
  })
})

describe('an address', () => {
  it('is known where the server still knows the session of this page under it', async () => {
    const { signIn, calls } = await open({ session: kept() })
    await signIn.start('bert@mail.example', signal)
    calls.length = 0
    expect(await signIn.isKnown(email.toUpperCase(), signal)).toBe(true)
    expect(calls).toEqual([{ name: 'readSession', given: undefined, signal }])
    expect(signIn.state).toBeUndefined()
  })

  it('is not known without a session, under another address, or when the server has ended it', async () => {
    for (const session of [undefined, kept({ email: null }), kept({ email: 'bert@mail.example' })]) {
      const { signIn, calls } = await open(session ? { session } : {})
      expect([await signIn.isKnown(email, signal), calls]).toEqual([false, []])
    }
    const { signIn, answers } = await open({ session: kept() })
    await signIn.start('bert@mail.example', signal)
    answers.readSession = refusal('SESSION_EXPIRED')
    expect([await signIn.isKnown(email, signal), signIn.state?.email]).toEqual([false, 'bert@mail.example'])
  })
})
