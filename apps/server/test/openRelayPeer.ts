import { randomBytes } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { type ClientOptions, WebSocket } from 'ws'
import { type Bent, createRelayKey, type RelayKey } from './createRelayKey.js'

/** What was delivered to a peer. */
export type Delivered = {
  id: number
  subscription: string
  topic: string
  message: string
  tag: number
  publishedAt: number
  attestation?: string
}

/** A client of the relay that does nothing by itself but acknowledge, and not even that when told so. */
export type RelayPeer = {
  key: RelayKey
  socket: WebSocket
  /** Calls and gives the result; an error is thrown as it came. */
  call(method: string, params: unknown, id?: string | number): Promise<unknown>
  delivered: readonly Delivered[]
  /** Waits until so many messages were delivered. */
  until(count: number): Promise<readonly Delivered[]>
  acknowledge(id: number): void
  /** With which code and words the relay closed the socket. */
  closed: Promise<{ code: number; reason: string }>
  /** Every frame as it came. */
  frames: readonly string[]
  close(): Promise<void>
}

/** How a peer comes in. */
export type PeerOptions = {
  key?: RelayKey
  projectId?: string | undefined
  token?: string
  /** Which relay its token names; the address that is called unless said otherwise. */
  audience?: string
  bent?: Bent
  headers?: ClientOptions['headers']
  /** How it reaches the relay, where that is not by its name alone. */
  connect?: Pick<ClientOptions, 'ca'> & { lookup: LookupFunction }
  acknowledges?: boolean
  /** Whether it remembers all that came; yes unless said otherwise. */
  keeps?: boolean
  onDelivered?: (delivered: Delivered) => void
}

/** Opens a socket to a relay, as `ws://…`; it may be about to be refused. */
export async function openRelayPeer(url: string, options: PeerOptions = {}): Promise<RelayPeer> {
  const { key = createRelayKey(), acknowledges = true } = options
  const query = new URLSearchParams({ auth: options.token ?? key.token(options.audience ?? url, options.bent) })
  if (!('projectId' in options) || options.projectId !== undefined) query.set('projectId', options.projectId ?? 'local')
  const socket = new WebSocket(`${url}/?${query}`, { ...options.connect, headers: options.headers ?? {} })
  const waiting = new Map<string, { resolve: (result: unknown) => void; reject: (error: unknown) => void }>()
  const delivered: Delivered[] = []
  const frames: string[] = []
  const watchers = new Set<() => void>()
  let lastId = 0
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once('close', (code, reason) => {
      for (const { reject } of waiting.values()) reject(new Error(`The socket closed with ${code} ${reason}`))
      resolve({ code, reason: String(reason) })
    }),
  )
  const acknowledge = (id: number) => socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
  socket.on('message', (data) => {
    const text = String(data)
    if (options.keeps !== false) frames.push(text)
    const frame = readJson(text)
    if (frame.method === 'irn_subscription') {
      const one: Delivered = { id: frame.id, subscription: frame.params?.id, ...frame.params?.data }
      if (options.keeps !== false) delivered.push(one)
      options.onDelivered?.(one)
      if (acknowledges) acknowledge(frame.id)
      for (const look of watchers) look()
      return
    }
    const asked = waiting.get(String(frame.id))
    waiting.delete(String(frame.id))
    if (frame.error) asked?.reject(frame.error)
    else asked?.resolve(frame.result)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  socket.on('error', () => undefined)
  return {
    key,
    socket,
    delivered,
    frames,
    acknowledge,
    closed,
    call: (method, params, id = ++lastId) =>
      new Promise((resolve, reject) => {
        waiting.set(String(id), { resolve, reject })
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      }),
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (delivered.length < count) return
          watchers.delete(look)
          resolve(delivered)
        }
        watchers.add(look)
        look()
      }),
    async close() {
      socket.close()
      await closed
    },
  }
}

function readJson(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy may have spoiled it.
    return {}
  }
}

/** A topic nobody has. */
export function newTopic(): string {
  return randomBytes(32).toString('hex')
}

/** A text as a sealed message looks. */
export function sealed(length = 120): string {
  return randomBytes(length).toString('base64')
}
