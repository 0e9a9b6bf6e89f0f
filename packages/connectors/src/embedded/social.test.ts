import { LatchkeyError } from '@latchkey/protocol/errors'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { leaveAll, memory, remembered, visit } from '../../test/embeddedPage.js'
import { address, createFakeFrame, settle, turns, walletOrigin } from '../../test/fakeFrame.js'

const providerUri = 'https://accounts.example/authorize?state=s'
const resultUri = `${walletOrigin}/social#id=1`
const user = { address, chainId: 1, email: 'ada@example.com', userName: 'ada' }

// What is loaded with the first sign-in arrives in real time.
beforeAll(() => import('./socialActions.js'))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  leaveAll()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page whose windows the test sees, and whose messages it sends. */
function openPage({ isBlocked = false, answers = {} }: { isBlocked?: boolean; answers?: object } = {}) {
  const page = new EventTarget()
  const popup = {
    closed: false,
    location: { href: '' },
    close() {
      popup.closed = true
    },
  }
  const opened: string[][] = []
  vi.stubGlobal('window', page)
  vi.stubGlobal('open', (...given: string[]) => {
    opened.push(given)
    return isBlocked ? null : popup
  })
  const frame = createFakeFrame({
    getSocialRedirectUri: () => ({ uri: providerUri }),
    connectSocial: () => user,
    ...answers,
  })
  const store = memory()
  const visited = visit(frame, store)
  const say = (data: unknown, { origin = walletOrigin, source = popup as unknown } = {}) =>
    page.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }))
  return { ...visited, frame, popup, opened, say, store }
}

/** Begins, and waits until the person is at the provider. */
async function begin(page: ReturnType<typeof openPage>, provider = 'google' as const) {
  const outcome = page.wallet.connectSocial({ provider }).then(
    () => 'signed in',
    (error: LatchkeyError) => error,
  )
  await settle()
  await turns(24)
  return outcome
}

describe('a sign-in with a social account', () => {
  it('[S7-84][S7-88] asks for the address with the provider, and sends what the window told with what is known', async () => {
    const page = openPage()
    const done = begin(page)
    await settle()
    await turns(24)
    expect(page.frame.payloadOf('getSocialRedirectUri')).toEqual({ provider: 'google' })
    expect(page.popup.location.href).toBe(providerUri)
    page.say({ resultUri })
    await turns(24)
    expect(await done).toBe('signed in')
    expect(page.frame.payloadOf('connectSocial')).toEqual({
      uri: resultUri,
      chainId: 1,
      preferredAccountType: expect.any(String),
      rpcUrl: expect.stringMatching(/^https:/),
    })
    expect(page.popup.closed).toBe(true)
    expect(page.wallet.getState().email).toBe('ada@example.com')
    expect(remembered(page.store).socialUsername).toBe('ada')
  })

  it('SEC-O-09: opens its window within the click, under a name that nobody can guess', async () => {
    const page = openPage()
    const both = [page.wallet.connectSocial({ provider: 'x' }), page.wallet.connectSocial({ provider: 'x' })]
    const [first, second] = page.opened
    expect(first?.[0]).toBe(`${walletOrigin}/loading`)
    expect(first?.[2]).toMatch(/width=600,height=800/)
    expect(first?.[1]).toMatch(/^[0-9a-f-]{36}$/)
    expect(first?.[1]).not.toBe(second?.[1])
    page.popup.closed = true
    for (const one of both) one.catch(() => {})
    await vi.advanceTimersByTimeAsync(1_000)
  })

  it('takes no word of another origin or window', async () => {
    const page = openPage()
    const done = begin(page)
    await settle()
    await turns(24)
    page.say({ resultUri }, { origin: 'https://evil.example' })
    page.say({ resultUri }, { source: {} })
    page.say({ resultUri: 1 })
    await turns(24)
    expect(page.frame.payloadOf('connectSocial')).toBeUndefined()
    page.popup.closed = true
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await done).toMatchObject({ message: 'Popup closed' })
  })

  it('[S2-41][S8-07] looks each second whether the window was closed, and says so', async () => {
    const page = openPage()
    let outcome: unknown
    page.wallet.connectSocial({ provider: 'github' }).catch((error: unknown) => {
      outcome = error
    })
    await turns(24)
    const start = Date.now()
    page.popup.closed = true
    while (outcome === undefined && Date.now() - start < 5_000) await vi.advanceTimersByTimeAsync(10)
    expect(outcome).toMatchObject({ code: 'USER_REJECTED', message: 'Popup closed' })
    expect(Date.now() - start).toBeLessThanOrEqual(1_000)
  })

  it('[S8-09] says so when the window is blocked or the provider cannot be asked', async () => {
    const blocked = openPage({ isBlocked: true })
    expect(await begin(blocked)).toMatchObject({
      code: 'CONNECTION_FAILED',
      message: 'Failed to initiate social connection',
    })
    expect(blocked.frame.payloadOf('getSocialRedirectUri')).toBeUndefined()
    const refusing = openPage({
      answers: {
        getSocialRedirectUri: () => {
          throw new LatchkeyError('UNSUPPORTED_METHOD', 'Not set up')
        },
      },
    })
    expect(await begin(refusing)).toMatchObject({ message: 'Failed to initiate social connection' })
    expect(refusing.popup.closed).toBe(true)
  })

  it('[S8-08] says so when the wallet does not take the account', async () => {
    const page = openPage({
      answers: {
        connectSocial: () => {
          throw new LatchkeyError('UNAUTHORIZED', 'The sign-in was refused at Google.')
        },
      },
    })
    const done = begin(page)
    await settle()
    await turns(24)
    page.say({ resultUri })
    await turns(24)
    expect(await done).toMatchObject({
      code: 'CONNECTION_FAILED',
      message: 'Failed to connect',
      details: 'The sign-in was refused at Google.',
    })
  })

  it('closes its window when it is aborted', async () => {
    const page = openPage()
    const controller = new AbortController()
    const done = page.wallet.connectSocial({ provider: 'apple', signal: controller.signal }).catch((error) => error)
    await settle()
    controller.abort()
    await turns(24)
    expect(await done).toMatchObject({ code: 'ABORTED' })
    expect(page.popup.closed).toBe(true)
  })

  it('offers what the server takes, in the usual order, and nothing where it cannot be asked', async () => {
    const asked: string[] = []
    let body: unknown = { providers: ['facebook', 'google', 'myspace'] }
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      if (body === undefined) throw new TypeError('Failed to fetch')
      return { json: async () => body }
    })
    expect(await openPage().wallet.getSocials()).toEqual(['google', 'facebook'])
    expect(asked).toEqual([`${walletOrigin}/social/providers`])
    body = []
    expect(await openPage().wallet.getSocials()).toEqual([])
    body = undefined
    const page = openPage()
    expect(await page.wallet.getSocials()).toEqual([])
    body = { providers: ['x'] }
    expect(await page.wallet.getSocials()).toEqual(['x'])
  })

  it('offers a passkey where the server says so, and only then', async () => {
    let body: unknown = { providers: [], passkey: true }
    vi.stubGlobal('fetch', async () => ({ json: async () => body }))
    expect(await openPage().wallet.hasPasskey()).toBe(true)
    for (body of [{ providers: [], passkey: 'yes' }, { providers: ['x'] }, undefined])
      expect(await openPage().wallet.hasPasskey()).toBe(false)
  })

  it('leaves the page with where to come back to, and connects with what stands in the address then', async () => {
    const id = 'c'.repeat(22)
    const result = 'r'.repeat(43)
    const left: string[] = []
    const place = { href: 'https://app.example/shop?item=1#top', pathname: '/shop', search: '?item=1', hash: '#top' }
    vi.stubGlobal('location', { ...place, assign: (url: string) => left.push(url) })
    const kept = memory()
    vi.stubGlobal('sessionStorage', kept)
    const page = openPage()
    page.wallet.connectSocial({ provider: 'google', redirect: true }).catch(() => {})
    await settle()
    await turns(24)
    expect(page.frame.payloadOf('getSocialRedirectUri')).toEqual({
      provider: 'google',
      returnUri: 'https://app.example/shop?item=1',
    })
    expect([left, page.opened]).toEqual([[providerUri], []])

    const replaced: unknown[] = []
    vi.stubGlobal('location', { ...place, hash: `#latchkey-social=${id}.${result}` })
    vi.stubGlobal('history', { state: null, replaceState: (...given: unknown[]) => replaced.push(given[2]) })
    const back = openPage({ answers: { getUser: () => user } })
    back.wallet.subscribe(() => {})
    await settle()
    await turns(48)
    expect(back.frame.payloadOf('connectSocial')).toMatchObject({
      uri: `${walletOrigin}/social#id=${id}&result=${result}`,
    })
    expect(replaced).toEqual(['/shop?item=1#top'])
    expect(back.config.state.connections.has('ID_AUTH')).toBe(true)
  })
})
