import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../storage/createMemoryStorage.js'
import { openDevice } from '../storage/openDevice.js'
import type { EmailChange } from '../types.js'
import { createClientKey } from '../wallet/createClientKey.js'
import { type Handover, openWalletWindow, takeHandover } from './handover.js'

let ends: AbortController = new AbortController()
afterEach(() => {
  ends.abort()
  ends = new AbortController()
})

async function lendable() {
  const storage = createMemoryStorage()
  await openDevice(storage)
  const device = await storage.read('device', '')
  if (!device) throw new Error('no device')
  const session = {
    sessionToken: 'token-1',
    sessionId: 'session-0000000001',
    userId: 'user-0000000000001',
    projectId: 'project',
    parentOrigin: 'https://app.example',
    email: 'a@mail.example',
    expiresAt: 1,
  }
  const addresses = {
    eip155: `0x${'a'.repeat(40)}`,
    solana: '1'.repeat(40),
    bip122: { payment: `bc1q${'a'.repeat(38)}`, ordinal: `bc1p${'a'.repeat(58)}` },
  }
  const wallet = {
    walletId: 'wallet-00000000001',
    userId: session.userId,
    addresses,
    epoch: 1,
    factorId: 'factor-device-0001',
    clientCipher: 'AAAA',
    clientKey: await createClientKey(),
  }
  return { storage, lent: { session, device, wallet } satisfies Handover }
}

/** The frame's end; the window that it believes to have opened is this one unless another is given. */
async function open(opened: Window | null = window, more: { lent?: Handover | undefined; change?: EmailChange } = {}) {
  const { storage, lent } = await lendable()
  const seen: { reads: number; urls: string[]; names: string[] } = { reads: 0, urls: [], names: [] }
  const isOpen = openWalletWindow('security', {
    storage,
    signal: ends.signal,
    change: more.change,
    read: async () => {
      seen.reads++
      return 'lent' in more ? more.lent : lent
    },
    open: (url, name) => {
      seen.urls.push(url)
      seen.names.push(name)
      return opened
    },
  })
  return { storage, lent, seen, isOpen }
}
/** Waits until every message that was posted before has been handled. */
async function flush(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  for (let at = 0; at < 3; at++)
    await new Promise((resolve) => {
      port1.onmessage = resolve
      port2.postMessage(0)
    })
}

describe('a window of the wallet', () => {
  it('is this browser for as long as it is open, by keys that nobody can read out, and says what it changed', async () => {
    const { storage, lent, seen } = await open()
    const taken = await takeHandover({ opener: window, location })
    expect(seen.urls).toEqual(['/security'])
    expect(taken?.session).toEqual(lent.session)
    const [device, wallet] = [
      await taken?.storage.read('device', ''),
      await taken?.storage.read('wallet', lent.session.userId),
    ]
    for (const key of [device?.privateKey, wallet?.clientKey]) {
      expect(key?.extractable).toBe(false)
      await expect(crypto.subtle.exportKey('jwk', key as CryptoKey)).rejects.toThrow()
    }
    expect(taken?.storage.isKept).toBe(false)
    const data = Uint8Array.from([1, 2, 3])
    if (!taken) throw new Error('nothing was lent')
    const signed = await (await openDevice(taken.storage)).sign(data)
    const { publicKey } = lent.device
    const key = await crypto.subtle.importKey('jwk', publicKey, { name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'verify',
    ])
    const signature = Uint8Array.from(atob(signed.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    expect(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, data)).toBe(true)

    const { parentOrigin, userId } = lent.session
    await taken.storage.write('session', parentOrigin, { ...lent.session, sessionToken: 'token-2' })
    await expect.poll(async () => (await storage.read('session', parentOrigin))?.sessionToken).toBe('token-2')
    await taken.storage.write('wallet', userId, { ...lent.wallet, epoch: 2 })
    await expect.poll(async () => (await storage.read('wallet', userId))?.epoch).toBe(2)
  })

  it('cannot put another session or another wallet into the frame', async () => {
    const { storage, lent } = await open()
    const taken = await takeHandover({ opener: window, location })
    const { parentOrigin, userId } = lent.session
    await taken?.storage.write('session', parentOrigin, { ...lent.session, sessionId: 'session-of-another' })
    await taken?.storage.write('session', parentOrigin, { ...lent.session, userId: 'user-of-another-00' })
    await taken?.storage.write('wallet', userId, { ...lent.wallet, userId: 'user-of-another-00' })
    await taken?.storage.write('session', parentOrigin, { ...lent.session, parentOrigin: 'https://evil.test' })
    await flush()
    expect(await storage.read('session', 'https://evil.test')).toBeUndefined()
    expect((await storage.read('session', parentOrigin))?.sessionId ?? lent.session.sessionId).toBe(
      lent.session.sessionId,
    )
    expect(await storage.read('wallet', userId)).toBeUndefined()
  })

  it('has a name that nobody can guess', async () => {
    const [one, two] = [await open(), await open()]
    expect(one.seen.names[0]).toMatch(/^wallet-[\w-]{22}$/)
    expect(two.seen.names[0]).not.toBe(one.seen.names[0])
  })

  it('is told when the browser did not open it', async () => {
    expect((await open(null)).isOpen).toBe(false)
  })

  it('gets nothing when nobody is signed in, and begins by itself', async () => {
    await open(window, { lent: undefined })
    expect(await takeHandover({ opener: window, location })).toBeUndefined()
  })
})

describe('a window that is opened to change the address', () => {
  function openToChange() {
    const frame = document.body.appendChild(document.createElement('iframe'))
    const told: string[] = []
    const state = { isClosed: false }
    // What the window sees of itself; the frame sees this page, which greets in its place.
    Object.defineProperty(frame.contentWindow, 'closed', { get: () => state.isClosed })
    Object.assign(frame.contentWindow as Window, {
      close() {
        state.isClosed = true
      },
    })
    const change = {
      newEmail: 'next@mail.example',
      onDone: () => told.push('done'),
      onClosed: () => told.push('closed'),
      signal: ends.signal,
    }
    return { frame, told, state, change }
  }

  it('is given the address, and tells the frame only once the session has another', async () => {
    const { frame, told, change } = openToChange()
    const { storage, lent } = await open(window, { change })
    const taken = await takeHandover({ opener: window, location })
    expect(taken?.newEmail).toBe('next@mail.example')
    const { parentOrigin } = lent.session
    await taken?.storage.write('session', parentOrigin, { ...lent.session, sessionToken: 'token-2' })
    await expect.poll(async () => (await storage.read('session', parentOrigin))?.sessionToken).toBe('token-2')
    expect(told).toEqual([])
    await taken?.storage.write('session', parentOrigin, { ...lent.session, email: 'next@mail.example' })
    await expect.poll(() => told).toEqual(['done'])
    expect((await storage.read('session', parentOrigin))?.email).toBe('next@mail.example')
    frame.remove()
  })

  it('says that it was closed before, and is closed when nobody waits for it', async () => {
    const first = openToChange()
    await open(first.frame.contentWindow, { change: first.change })
    first.state.isClosed = true
    await expect.poll(() => first.told).toEqual(['closed'])
    const second = openToChange()
    await open(second.frame.contentWindow, { change: second.change })
    ends.abort()
    expect([second.state.isClosed, second.told]).toEqual([true, []])
    first.frame.remove()
    second.frame.remove()
  })
})

describe('nothing is lent', () => {
  const hello = 'latchkey-handover'
  const event = (change: MessageEventInit) =>
    new MessageEvent('message', {
      data: hello,
      origin: location.origin,
      source: window,
      ports: [new MessageChannel().port2],
      ...change,
    })

  it.each([
    ['to another origin', event({ origin: 'https://evil.test' })],
    ['to a sandboxed page', event({ origin: 'null' })],
    ['to a window that the frame did not open', event({ source: null })],
    ['without a port', event({ ports: [] })],
    ['for other words', event({ data: { type: hello } })],
  ])('%s', async (_, message) => {
    const { seen } = await open()
    window.dispatchEvent(message)
    await flush()
    expect(seen.reads).toBe(0)
    window.dispatchEvent(event({}))
    await flush()
    expect(seen.reads).toBe(1)
  })

  it('to another frame of this origin', async () => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    const { seen } = await open(frame.contentWindow)
    window.postMessage(hello, location.origin, [new MessageChannel().port2])
    await flush()
    expect(seen.reads).toBe(0)
    frame.remove()
  })
})

describe('a window asks nobody', () => {
  it.each([
    ['when nobody opened it', null],
    ['when its opener is gone', { closed: true, location }],
    [
      'when its opener is of another origin',
      {
        closed: false,
        get location(): Location {
          throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError')
        },
      },
    ],
  ])('%s', async (_, opener) => {
    expect(await takeHandover({ opener, location })).toBeUndefined()
  })
})
