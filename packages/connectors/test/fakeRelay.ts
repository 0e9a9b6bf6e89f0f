import type { OpenSocket, RelaySocketEvents } from '../src/walletConnect/relaySocket.js'

/** Ways in which a fake relay fails; all off at first. */
export type FakeRelaySwitches = {
  /** Takes no connection. */
  down: boolean
  /** Closes each connection with this reason and the code 3000. */
  refuse: string | undefined
  /** Does not know `wc_proposeSession` and `wc_approveSession`. */
  old: boolean
  /** Says each message this often. */
  copies: number
  /** Loses every nth frame, whichever way it goes. */
  loseEvery: number
  /** Brings messages in the wrong order. */
  reorder: boolean
}

type Connection = { readonly client: string; readonly events: RelaySocketEvents; open: boolean }
type Kept = {
  topic: string
  message: string
  tag: number
  from: string
  until: number
  acked: Set<string>
  attestation?: unknown
}
type Call = { id: string; method: string; params: Record<string, unknown>; result?: unknown }

/** A relay in memory that keeps to the rules of the real one: mailboxes until acknowledged, never back to the sender. */
export type FakeRelay = {
  readonly openSocket: OpenSocket
  readonly switches: FakeRelaySwitches
  /** Names of the methods called, in order. */
  readonly calls: string[]
  /** All that was published, with its tag. */
  readonly kept: readonly Readonly<Kept>[]
  /** How many connections were made, and how many are open. */
  made(): number
  open(): number
  /** Drops every connection; what it keeps it still has. */
  restart(): void
  /** Puts a message onto a topic, as anybody could. */
  inject(topic: string, message: string): void
  /** Says again all that was ever said on a topic. */
  replay(topic: string): void
}

/** Makes a relay in memory. */
export function createFakeRelay(): FakeRelay {
  const switches: FakeRelaySwitches = {
    down: false,
    refuse: undefined,
    old: false,
    copies: 1,
    loseEvery: 0,
    reorder: false,
  }
  const connections = new Set<Connection>()
  const subscribers = new Map<string, Set<Connection>>()
  const kept: Kept[] = []
  const calls: string[] = []
  const pushed = new Map<string, { kept: Kept; client: string }>()
  let [made, frames, pushes] = [0, 0, 0]
  let held: (() => void) | undefined

  const isLost = () => {
    frames++
    return switches.loseEvery > 0 && frames % switches.loseEvery === 0
  }
  const later = (run: () => void) => void setTimeout(run, 0)

  function say(connection: Connection, frame: object): void {
    if (isLost()) return
    later(() => connection.open && connection.events.received(JSON.stringify(frame)))
  }

  function push(connection: Connection, message: Kept): void {
    const { topic, message: text, tag } = message
    for (let copy = 0; copy < switches.copies; copy++) {
      pushes++
      const id = `9${String(pushes).padStart(18, '0')}`
      pushed.set(id, { kept: message, client: connection.client })
      const data = { topic, message: text, tag, publishedAt: Date.now(), attestation: null }
      const send = () =>
        say(connection, { id, jsonrpc: '2.0', method: 'irn_subscription', params: { id: topic, data } })
      if (!switches.reorder) send()
      else if (held) {
        const first = held
        held = undefined
        send()
        first()
      } else {
        held = send
        // The last of all is not kept back for ever.
        setTimeout(() => {
          if (held === send) {
            held = undefined
            send()
          }
        }, 5)
      }
    }
  }

  function subscribe(connection: Connection, topic: string): string {
    subscribers.set(topic, (subscribers.get(topic) ?? new Set()).add(connection))
    for (const message of kept) {
      const isFor = message.topic === topic && message.until > Date.now() && message.from !== connection.client
      if (isFor && !message.acked.has(connection.client)) push(connection, message)
    }
    return topic
  }

  function publish(
    from: string,
    { topic, message, ttl, tag, attestation }: { readonly [name: string]: unknown },
  ): true {
    if (kept.some((known) => known.topic === topic && known.message === message)) return true
    const until = Date.now() + Number(ttl) * 1000
    const made: Kept = {
      topic: String(topic),
      message: String(message),
      tag: Number(tag),
      from,
      until,
      acked: new Set(),
      ...(attestation === undefined ? {} : { attestation }),
    }
    kept.push(made)
    for (const connection of subscribers.get(made.topic) ?? []) {
      if (connection.open && connection.client !== from) push(connection, made)
    }
    return true
  }

  function answer(connection: Connection, { method, params }: Call): unknown {
    calls.push(method)
    const { topic, topics, ttl, pairingTopic, sessionTopic } = params
    if (method === 'irn_subscribe') return subscribe(connection, String(topic))
    if (method === 'irn_batchSubscribe') return (topics as string[]).map((each) => subscribe(connection, each))
    if (method === 'irn_publish') return publish(connection.client, params)
    if (method === 'irn_unsubscribe') return subscribers.get(String(topic))?.delete(connection) ?? true
    if (method === 'wc_proposeSession' && !switches.old) {
      subscribe(connection, String(pairingTopic))
      return publish(connection.client, { ...params, topic: pairingTopic, message: params.sessionProposal, tag: 1100 })
    }
    if (method === 'wc_approveSession' && !switches.old) {
      subscribe(connection, String(sessionTopic))
      publish(connection.client, { topic: pairingTopic, message: params.sessionProposalResponse, ttl, tag: 1101 })
      return publish(connection.client, {
        topic: sessionTopic,
        message: params.sessionSettlementRequest,
        ttl,
        tag: 1102,
      })
    }
    return undefined
  }

  function drop(connection: Connection, code: number, reason: string): void {
    if (!connection.open && !connections.has(connection)) return
    connection.open = false
    connections.delete(connection)
    for (const each of subscribers.values()) each.delete(connection)
    later(() => connection.events.closed(code, reason))
  }

  return {
    switches,
    calls,
    kept,
    made: () => made,
    open: () => [...connections].filter(({ open }) => open).length,
    openSocket(url, events) {
      made++
      const [, claims = ''] = (new URL(url).searchParams.get('auth') ?? '').split('.')
      const { iss } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { iss: string }
      const connection: Connection = { client: iss, events, open: false }
      connections.add(connection)
      later(() => {
        if (switches.down) return drop(connection, 1006, '')
        connection.open = true
        events.opened()
        if (switches.refuse !== undefined) drop(connection, 3000, switches.refuse)
      })
      return {
        send(text) {
          if (!connection.open) throw new Error('The socket is closed.')
          if (isLost()) return
          later(() => {
            if (!connection.open) return
            const call = JSON.parse(text) as Call
            if (call.method === undefined) {
              const known = pushed.get(call.id)
              if (call.result === true) known?.kept.acked.add(known.client)
              return
            }
            const result = answer(connection, call)
            const error = { code: -32601, message: 'Method not found' }
            say(connection, { id: call.id, jsonrpc: '2.0', ...(result === undefined ? { error } : { result }) })
          })
        },
        close() {
          connection.open = false
          connections.delete(connection)
          for (const each of subscribers.values()) each.delete(connection)
        },
      }
    },
    restart() {
      for (const connection of [...connections]) drop(connection, 1001, 'going away')
    },
    inject: (topic, message) => void publish('anybody', { topic, message, ttl: 300, tag: 0 }),
    replay(topic) {
      for (const connection of subscribers.get(topic) ?? []) {
        for (const message of kept) {
          if (message.topic === topic && message.from !== connection.client) push(connection, message)
        }
      }
    },
  }
}
