import { LatchkeyError } from '@latchkey/protocol/errors'
import { afterEach, describe, expect, it } from 'vitest'
import { proveCode } from '../factors/proveCode.js'
import { createRecoveryCode } from '../factors/recoveryCode.js'
import { openRestoreWindow, receiveRestore, type SentProof } from './restoreWindow.js'

const task = { walletId: 'wallet-00000000001', origin: 'https://app.example' }
const proof = () => proveCode({ code: createRecoveryCode(), walletId: task.walletId })
let ends: AbortController = new AbortController()
let frame: HTMLIFrameElement | undefined
afterEach(() => {
  ends.abort()
  ends = new AbortController()
  frame?.remove()
})

/** The frame's end, over a window that is an iframe of this page; `opener` is what that window finds. */
function open(onProof: (proof: SentProof) => Promise<void> = async () => {}) {
  frame = document.body.appendChild(document.createElement('iframe'))
  const opened = frame.contentWindow as Window
  let isClosed = false
  Object.defineProperty(opened, 'closed', { get: () => isClosed })
  Object.assign(opened, {
    close: () => {
      isClosed = true
    },
  })
  const seen: { url: string; name: string; done: number; closed: number; proofs: SentProof[] } = {
    url: '',
    name: '',
    done: 0,
    closed: 0,
    proofs: [],
  }
  openRestoreWindow(task, {
    signal: ends.signal,
    onProof: async (proof) => {
      seen.proofs.push(proof)
      await onProof(proof)
    },
    onDone: () => seen.done++,
    onClosed: () => seen.closed++,
    open: (url, name) => {
      Object.assign(seen, { url, name })
      return opened
    },
  })
  const { port1, port2 } = new MessageChannel()
  const said: unknown[] = []
  port1.onmessage = ({ data }) => said.push(data)
  const greet = (change: MessageEventInit = {}) =>
    window.dispatchEvent(
      new MessageEvent('message', {
        data: 'latchkey-restore',
        origin: location.origin,
        source: opened,
        ports: [port2],
        ...change,
      }),
    )
  return { opened, seen, said, port1, greet, isClosed: () => isClosed, close: () => opened.close() }
}

describe('openRestoreWindow', () => {
  it('takes the proof of a code, which cannot be read out, and closes the window once the wallet is open', async () => {
    const { seen, said, port1, greet, isClosed } = open()
    greet()
    await expect.poll(() => said).toEqual([task])
    const made = await proof()
    port1.postMessage(made)
    await expect.poll(() => seen.done).toBe(1)
    expect(isClosed()).toBe(true)
    expect(said).toEqual([task, {}])
    const [sent] = seen.proofs
    expect(sent?.extras).toEqual(made.extras)
    expect(sent?.clientKey.extractable).toBe(false)
    await expect(crypto.subtle.exportKey('raw', sent?.clientKey as CryptoKey)).rejects.toThrow()
    expect(seen.url).toBe('/restore')
    expect(seen.name).toMatch(/^restore-[\da-f-]{36}$/)
  })

  it('error: tells the window why it did not open the wallet, and takes another', async () => {
    let tries = 0
    const { seen, said, port1, greet, isClosed } = open(async () => {
      if (tries++ === 0) throw new LatchkeyError('UNAUTHORIZED', 'This recovery code is not right')
      if (tries === 2) throw new Error('entropy 00ff')
    })
    greet()
    for (const problem of ['This recovery code is not right', expect.stringMatching(/^Something went wrong/)]) {
      port1.postMessage(await proof())
      await expect.poll(() => said.at(-1)).toEqual({ problem })
    }
    expect([seen.done, isClosed()]).toEqual([0, false])
    port1.postMessage(await proof())
    await expect.poll(() => seen.done).toBe(1)
  })

  it('takes nothing but a proof', async () => {
    const { seen, said, port1, greet } = open()
    greet()
    const { extras, clientKey } = await proof()
    for (const wrong of [
      null,
      { extras },
      { extras, clientKey: {} },
      { extras: { ...extras, verifier: 'short' }, clientKey },
    ])
      port1.postMessage(wrong)
    port1.postMessage({ extras, clientKey })
    await expect.poll(() => seen.done).toBe(1)
    expect(seen.proofs).toHaveLength(1)
    expect(said).toHaveLength(2)
  })

  it('tells nothing to another origin, to another window, or to one that greets otherwise', async () => {
    const { said, greet } = open()
    greet({ origin: 'https://evil.test' })
    greet({ source: window })
    greet({ data: 'latchkey-approve' })
    greet({ ports: [] })
    greet()
    await expect.poll(() => said).toEqual([task])
  })

  it('says that the window was closed before, and closes it when nobody waits any more', async () => {
    const first = open()
    first.close()
    await expect.poll(() => first.seen.closed).toBe(1)
    const second = open()
    ends.abort()
    expect(second.isClosed()).toBe(true)
    expect(second.seen.closed).toBe(0)
  })

  it('says when the browser did not open it', () => {
    const isOpen = openRestoreWindow(task, {
      signal: ends.signal,
      onProof: async () => {},
      onDone() {},
      onClosed() {},
      open: () => null,
    })
    expect(isOpen).toBe(false)
  })
})

describe('receiveRestore', () => {
  it.each([
    ['nobody opened the window', null],
    ['the window opened itself', window],
    ['the frame is gone', { closed: true }],
  ])('is lost when %s', async (_, opener) => {
    const before = Object.getOwnPropertyDescriptor(window, 'opener')
    Object.defineProperty(window, 'opener', { value: opener, configurable: true })
    try {
      await expect(receiveRestore()).rejects.toMatchObject({ code: 'WALLET_DISCONNECTED' })
    } finally {
      if (before) Object.defineProperty(window, 'opener', before)
    }
  })
})
