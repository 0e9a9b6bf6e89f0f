import { setTimeout as sleep } from 'node:timers/promises'
import { formatSignInMessage } from '@latchkey/protocol/siwx'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** Somebody who is signed in to a site and has a name there: the site asks who it is, and what the name leads to. */
export type Guest = {
  /** The longest that a call took until it was answered since this was last asked, in milliseconds. */
  longest(): number
  /** Resolves once both calls were answered that were made from now on. */
  probe(): Promise<void>
  /** Ends it and tells what came of it. */
  end(): Promise<GuestResult>
}
export type GuestResult = {
  /** Calls with the token of a sign-in, lookups of the name, and sign-ins. */
  tokens: number
  lookups: number
  siteSignIns: number
  /** With what a sign-in was called over, or was told to be another account's. */
  over: string[]
  /** What was said in the place of where the name leads. */
  lost: string[]
  /** What ended the visit early. */
  ended: string[]
}

const page = 'https://app.localhost'
const name = 'guest.soak.example'
const timeout = 15_000
const pause = 250

type Answer = { status: number; text: string }

/** Registers the name and signs in, and begins. Signs in anew every so many milliseconds. */
export async function startGuest(options: { url: string; pause: number; signInEvery: number }): Promise<Guest> {
  const account = privateKeyToAccount(generatePrivateKey())
  const result: GuestResult = { tokens: 0, lookups: 0, siteSignIns: 0, over: [], lost: [], ended: [] }
  const underWay = new Set<number>()
  let [isOver, longest] = [false, 0]
  let profile: unknown

  async function call(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const signal = AbortSignal.timeout(timeout)
    const response = await fetch(`${options.url}${path}`, { ...init, headers: { origin: page, ...headers }, signal })
    return { status: response.status, text: await response.text() }
  }

  /** Makes a call until it is answered, or refused for a reason that another call would not change. */
  async function insist(make: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await make().catch(() => undefined)
      if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer
      if (isOver) throw new Error('The visit is over')
      await sleep(pause)
    }
  }

  async function timed(make: () => Promise<Answer>): Promise<Answer> {
    const began = performance.now()
    underWay.add(began)
    const answer = await insist(make).finally(() => underWay.delete(began))
    longest = Math.max(longest, performance.now() - began)
    return answer
  }

  async function register(): Promise<void> {
    const wanted = { name, address: account.address, coin_type: 60 }
    const { text } = await insist(() => call('/v1/profile/message', { action: 'register', ...wanted }))
    const { message } = JSON.parse(text) as { message: string }
    const signature = await account.signMessage({ message })
    const { address, coin_type } = wanted
    const done = await insist(() => call('/v1/profile/account', { message, signature, address, coin_type }))
    if (done.status !== 200) throw new Error(`The name was refused: ${done.text}`)
  }

  /** From the beginning as often as it takes: an answer may be lost, and a process whose clock is wrong takes no message of now. */
  async function signIn(): Promise<string> {
    for (;;) {
      const given = await insist(() => call('/auth/v1/nonce?projectId=soak'))
      const { nonce, token } = JSON.parse(given.text) as { nonce: string; token: string }
      const now = Date.now()
      const message = formatSignInMessage({
        accountAddress: account.address,
        chainId: 'eip155:1',
        domain: new URL(page).host,
        uri: page,
        version: '1',
        nonce,
        issuedAt: new Date(now).toISOString(),
        expirationTime: new Date(now + 3_600_000).toISOString(),
      })
      const sent = { message, signature: await account.signMessage({ message }), clientId: null }
      const bearer = { 'x-nonce-jwt': `Bearer ${token}` }
      const answer = await insist(() => call('/auth/v1/authenticate?projectId=soak', sent, bearer))
      if (answer.status === 200) {
        result.siteSignIns++
        return (JSON.parse(answer.text) as { token: string }).token
      }
      if (isOver) throw new Error('The visit is over')
      await sleep(pause)
    }
  }

  await register()
  let token = await signIn()

  async function askWho(): Promise<void> {
    const own = token
    const answer = await timed(() => call('/auth/v1/me?projectId=soak', undefined, { authorization: `Bearer ${own}` }))
    const { profileUuid } = answer.status === 200 ? (JSON.parse(answer.text) as { profileUuid: unknown }) : {}
    profile ??= profileUuid
    if (answer.status !== 200 || profileUuid !== profile) result.over.push(`${answer.status} ${answer.text}`)
    result.tokens++
  }
  async function askName(): Promise<void> {
    const { status, text } = await timed(() => call(`/v1/profile/account/${name}?projectId=soak`))
    if (status !== 200 || !text.includes(account.address)) result.lost.push(`${status} ${text}`)
    result.lookups++
  }
  const ask = async () => void (await Promise.all([askWho(), askName()]))

  async function visit(): Promise<void> {
    for (let signedIn = performance.now(); !isOver; await sleep(options.pause)) {
      await ask()
      if (performance.now() - signedIn < options.signInEvery) continue
      token = await signIn()
      signedIn = performance.now()
    }
  }
  const run = visit().catch((error) => {
    if (!isOver) result.ended.push(String(error))
  })

  return {
    longest() {
      const now = performance.now()
      const most = Math.max(longest, ...[...underWay].map((began) => now - began))
      longest = 0
      return most
    },
    probe: ask,
    async end() {
      await ask()
      isOver = true
      await run
      return result
    },
  }
}
