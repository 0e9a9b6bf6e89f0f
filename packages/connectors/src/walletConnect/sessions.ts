import { type ChainId, isChainId } from '@latchkey/protocol/caip'
import { accountsOn, chooseActive, readNamespaces, toSession } from './namespaces.js'
import type { Peer } from './peer.js'
import type { Records, SessionRecord } from './records.js'
import { asRecord, messages, refusals, type WireMessage, type WireMethod } from './wire.js'

/** Events for core. */
export type SessionEvents = {
  readonly changed: (session: SessionRecord) => void
  readonly ended: () => void
}

/** The sessions with wallets, and the requests of the wallets in them. */
export type Sessions = {
  /** The active session; undefined without one or once it has expired. */
  current(): SessionRecord | undefined
  /** Resumes a session: listens to its wallet. */
  follow(session: SessionRecord): void
  /** Switches to another granted chain. */
  use(chain: ChainId): boolean
  /** Ends a session and notifies its wallet; resolves once the relay has stored the message. */
  end(session: SessionRecord): Promise<void>
  /** Saves what the wallet reported of its accounts. */
  learn(session: SessionRecord, facts: NonNullable<SessionRecord['facts']>): void
  /** Notifies wallets that were left in an earlier visit, where the message did not reach the relay. */
  catchUp(): void
  /** Drops a session that was ended elsewhere. */
  drop(topic: string): void
}

/** The maximum lifetime of a session, in seconds. */
const longestLife = 7 * 86_400

const plain: ReadonlySet<string> = new Set<WireMethod>([
  'wc_sessionDelete',
  'wc_sessionEvent',
  'wc_sessionPing',
  'wc_sessionSettle',
])

/** Follows sessions: applies the changes of wallets and saves them. */
export function createSessions(peer: Peer, records: Records, events: SessionEvents): Sessions {
  const followed = new Set<string>()
  const find = (topic: string) => records.sessions().find((session) => session.topic === topic)

  function current(): SessionRecord | undefined {
    return records.sessions().at(-1)
  }

  function change(session: SessionRecord): void {
    records.putSession(session)
    events.changed(session)
  }

  function drop(topic: string): void {
    records.dropSession(topic)
    peer.detach(topic)
    // Another tab may have dropped the record already: what counts is whether this one listened.
    if (followed.delete(topic)) events.ended()
  }

  function onMessage(topic: string, message: WireMessage): void {
    if (!('method' in message)) return
    const session = find(topic)
    const { id, params } = message
    const method = message.method as WireMethod
    if (!session || !Object.hasOwn(messages, method)) {
      peer.answer(topic, id, 'wc_sessionPing', refusals.unsupportedMethod)
    } else if (method === 'wc_sessionUpdate') {
      update(session, id, params)
    } else if (method === 'wc_sessionExtend') {
      extend(session, id)
    } else {
      peer.answer(topic, id, method, plain.has(method) ? true : refusals.unsupportedMethod)
      if (method === 'wc_sessionEvent') event(session, id, params)
      if (method === 'wc_sessionDelete') drop(topic)
    }
  }

  function update(session: SessionRecord, id: number, params: unknown): void {
    const { topic } = session
    const namespaces = readNamespaces(asRecord(params).namespaces)
    const next = namespaces && {
      ...session,
      namespaces,
      active: chooseActive(namespaces, [], session.active),
      changedBy: id,
    }
    const isGood = next !== undefined && toSession(next) !== undefined
    peer.answer(topic, id, 'wc_sessionUpdate', isGood ? true : refusals.invalidUpdate)
    // An older update that arrives late must not undo a newer one.
    if (isGood && isLater(id, session)) change(next)
  }

  function extend(session: SessionRecord, id: number): void {
    const expiry = Math.floor(Date.now() / 1000) + longestLife
    records.putSession({ ...session, expiry: Math.max(session.expiry, expiry) })
    peer.answer(session.topic, id, 'wc_sessionExtend', true)
  }

  function event(session: SessionRecord, id: number, params: unknown): void {
    const { event: said, chainId } = asRecord(params)
    const { name, data } = asRecord(said)
    if (typeof chainId !== 'string' || !isChainId(chainId) || !isLater(id, session)) return
    if (name === 'chainChanged') {
      const [family = ''] = chainId.split(':')
      const named = readChain(family, data)
      // Wallets put the new chain in the data, in the envelope, or in both.
      const chain = [named, chainId].find(
        (each) => each !== undefined && accountsOn(session.namespaces, each).length > 0,
      )
      if (chain !== undefined) use(chain)
    }
    if (name === 'accountsChanged' && Array.isArray(data)) {
      const [wanted] = data.map((account) => String(account).split(':').at(-1)?.toLowerCase())
      choose(session, chainId, wanted)
    }
  }

  /** Puts a granted account first. */
  function choose(session: SessionRecord, chain: ChainId, address: string | undefined): void {
    const [family = ''] = chain.split(':')
    const own = session.namespaces[family]
    const isWanted = (account: string) => account.split(':')[2]?.toLowerCase() === address
    if (!own?.accounts.some(isWanted)) return
    const accounts = [...own.accounts.filter(isWanted), ...own.accounts.filter((account) => !isWanted(account))]
    change({ ...session, namespaces: { ...session.namespaces, [family]: { ...own, accounts } } })
  }

  function use(chain: ChainId): boolean {
    const session = current()
    const [family = ''] = chain.split(':')
    if (!session || accountsOn(session.namespaces, chain).length === 0) return false
    if (session.active[family] !== chain) change({ ...session, active: { ...session.active, [family]: chain } })
    return true
  }

  async function notifyLeft({ topic, symKey }: { readonly topic: string; readonly symKey: string }): Promise<void> {
    await peer.notify(topic, symKey, 'wc_sessionDelete', refusals.disconnected)
    records.dropLeft(topic)
  }

  return {
    current,
    follow({ topic, symKey }) {
      if (followed.has(topic)) return
      followed.add(topic)
      peer.attach(topic, symKey, (message) => onMessage(topic, message))
    },
    use,
    async end({ topic, symKey }) {
      // The page may be closed before the relay is reached: then the wallet is notified at the next visit.
      records.putLeft({ topic, symKey, expiry: Math.floor(Date.now() / 1000) + longestLife })
      const notified = notifyLeft({ topic, symKey })
      followed.delete(topic)
      records.dropSession(topic)
      peer.detach(topic)
      await notified
    },
    learn(session, facts) {
      const known = find(session.topic)
      if (known) change({ ...known, facts: { ...known.facts, ...facts } })
    },
    catchUp() {
      for (const left of records.left()) notifyLeft(left).catch(() => {})
    },
    drop,
  }
}

/** Ids are times in microseconds whose last three digits are random. */
function isLater(id: number, { changedBy }: SessionRecord): boolean {
  return Math.floor(id / 1000) >= Math.floor(changedBy / 1000)
}

function readChain(family: string, data: unknown): ChainId | undefined {
  const text = String(typeof data === 'object' ? asRecord(data).chainId : data)
  if (isChainId(text)) return text
  if (family === 'eip155' && /^(0x[0-9a-f]{1,16}|\d{1,18})$/i.test(text)) return `eip155:${BigInt(text)}`
  return undefined
}
