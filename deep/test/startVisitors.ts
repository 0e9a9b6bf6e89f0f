import { setTimeout as sleep } from 'node:timers/promises'
// biome-ignore-start lint/style/noRestrictedImports: what stands for browsers in the tests of the server
import { createFrame } from '../../apps/server/test/createFrame.js'
import { type Answer, createWalletClient, type WalletClient } from '../../apps/server/test/createWalletClient.js'
import type { Inbox } from '../../apps/server/test/startInbox.js'
// biome-ignore-end lint/style/noRestrictedImports: as above

/** People with a wallet by e-mail: some have it open all the time, others sign in one after the other. */
export type Visitors = {
  /** The longest that a call of an open wallet took until it was answered since this was last asked, in milliseconds. */
  longest(): number
  /** Resolves once every open wallet has had a call answered that was made from now on. */
  probe(): Promise<void>
  /** Ends all of it and tells what came of it. */
  end(): Promise<VisitorsResult>
}
export type VisitorsResult = {
  /** Calls of open wallets that were answered, and halves that were released to them. */
  calls: number
  releases: number
  signIns: number
  /** Sign-ins of somebody who had an account already. */
  again: number
  addresses: number
  /** Who was told that the session is over, and with what. */
  signedOut: string[]
  /** Whose second sign-in led to another account. */
  otherAccount: string[]
  /** What ended somebody's visit early. */
  broken: string[]
  /** How often each refusal was met; what has no code is named by its status, and `none` is no answer. */
  refusals: { [code: string]: number }
}

/** A call that is not answered in this time is made anew, in milliseconds. */
const timeout = 15_000
const pause = 250

class Over extends Error {}

/** Signs the first people in, and begins. */
export async function startVisitors(options: {
  site: { walletOrigin: string; inbox: Inbox }
  open: number
  pause: number
  releaseEvery: number
}): Promise<Visitors> {
  const { walletOrigin: origin, inbox } = options.site
  const refusals: { [code: string]: number } = {}
  const result: VisitorsResult = {
    calls: 0,
    releases: 0,
    signIns: 0,
    again: 0,
    addresses: 0,
    signedOut: [],
    otherAccount: [],
    broken: [],
    refusals,
  }
  const underWay = new Map<object, number>()
  const accounts = new Map<string, string>()
  let [isOver, longest] = [false, 0]

  const app = {
    request: (path: string, init?: RequestInit) =>
      fetch(`${origin}${path}`, { ...init, signal: AbortSignal.timeout(timeout) }),
  }
  const browser = () => createWalletClient({ app: () => app as never, inbox, origin, time: () => Date.now() })

  /** Makes a call until it is answered with 200, or refused for a reason that another call would not change. */
  async function insist<Body>(call: () => Promise<Answer<Body>>): Promise<Answer<Body>> {
    for (;;) {
      // What is between answers in a form of its own, or not at all.
      const answer = await call().catch(() => undefined)
      if (answer?.status === 200) return answer
      const { code, retryAfterMs } = (answer?.body ?? {}) as { code?: string; retryAfterMs?: number }
      const name = code ?? String(answer?.status ?? 'none')
      refusals[name] = (refusals[name] ?? 0) + 1
      if (isOver) throw new Over('The visit is over')
      const isPassing = answer === undefined || answer.status >= 500 || name === 'RATE_LIMITED' || name === 'UNSIGNED'
      if (!isPassing) return answer
      for (const end = Date.now() + (retryAfterMs ?? pause); Date.now() < end && !isOver; ) await sleep(pause)
    }
  }

  /** Follows the link of a new browser until its page answers; who is told that it was followed before may go on as well. */
  async function approve(email: string): Promise<void> {
    const { text = '' } = await inbox.next(email, /browser\?/).catch(() => ({ text: '' }))
    const token = /token=([\w-]{43})/.exec(text)?.[1] ?? ''
    await insist(async () => {
      const { status } = await app.request('/device', { method: 'POST', body: new URLSearchParams({ token }) })
      return { status, body: {} }
    })
  }

  /** Signs somebody in, from the beginning as often as it takes. */
  async function signIn(client: WalletClient, email: string): Promise<void> {
    for (;;) {
      const { body } = await insist(() => client.start(email))
      if (body.action === 'VERIFY_DEVICE') await approve(email)
      // A mail of an attempt whose answer was lost has a code that is not this one's.
      for (let attempt = 0; attempt < 3; attempt++) {
        const code = await client.readCode(email).catch(() => undefined)
        if (code === undefined) break
        const verified = await insist(() => client.verify(body.challengeId, code))
        if ((verified.body as { code?: string }).code === 'CODE_WRONG') continue
        if (verified.status !== 200) break
        client.state.session = verified.body
        const { userId } = verified.body
        const before = accounts.get(email)
        if (before !== undefined && before !== userId) result.otherAccount.push(email)
        result.signIns++
        if (before !== undefined) result.again++
        accounts.set(email, userId)
        return
      }
    }
  }

  async function timed<Body>(name: string, call: () => Promise<Answer<Body>>): Promise<void> {
    const key = {}
    const began = performance.now()
    underWay.set(key, began)
    for (let isOpen = true; isOpen; ) {
      const { status, body } = await insist(call).finally(() => underWay.delete(key))
      const isEnded = (body as { code?: string }).code === 'SESSION_EXPIRED'
      if (isEnded) result.signedOut.push(name)
      isOpen = status !== 200 && !isEnded
    }
    longest = Math.max(longest, performance.now() - began)
    result.calls++
  }

  const people = await Promise.all(
    Array.from({ length: options.open }, async (_, at) => {
      const client = await browser()
      const name = `open-${at}@soak.example`
      await signIn(client, name)
      const frame = createFrame(client)
      const { device } = await frame.create()
      return { client, name, release: () => frame.release('vault', device.factor.factorId, 'unlock') }
    }),
  )
  const newcomers: Pick<(typeof people)[number], 'client' | 'name'>[] = []
  const ask = ({ client, name }: (typeof newcomers)[number]) =>
    timed(name, () => client.call('GET', '/api/auth/session'))

  async function stay(person: (typeof people)[number]): Promise<void> {
    for (let released = performance.now(); !isOver; await sleep(options.pause)) {
      await ask(person)
      if (performance.now() - released < options.releaseEvery) continue
      released = performance.now()
      await timed(person.name, person.release)
      result.releases++
    }
  }
  async function come(): Promise<void> {
    for (let at = 0; !isOver; at++) {
      // Each third one comes back with another browser.
      const name = `new-${at % 3 === 2 ? at - 2 : at}@soak.example`
      const client = await browser()
      await signIn(client, name)
      newcomers.push({ client, name })
    }
  }
  const overIsFine = (error: unknown) => {
    if (!(error instanceof Over) && !isOver) result.broken.push(String(error))
  }
  const runs = [...people.map(stay), come()].map((run) => run.catch(overIsFine))

  return {
    longest() {
      const now = performance.now()
      const most = Math.max(longest, ...[...underWay.values()].map((began) => now - began))
      longest = 0
      return most
    },
    async probe() {
      await Promise.all(people.map(ask))
    },
    async end() {
      for (const person of [...people, ...newcomers]) await ask(person)
      isOver = true
      await Promise.all(runs)
      return { ...result, addresses: accounts.size }
    },
  }
}
