import { createHash, randomBytes } from 'node:crypto'
import { createRelayKey } from './createRelayKey.js'
import { type Delivered, openRelayPeer, type RelayPeer } from './openRelayPeer.js'

/** A peer that does what clients do against bad networks: comes back, says again what was not answered, takes nothing twice. */
export type SteadyPeer = {
  /** Sends a body; resolves once the relay has said that it keeps it, however often that takes. */
  send(topic: string, body: string): Promise<void>
  /** How many deliveries came that were taken before, and how many that were spoiled on the way. */
  counts: { repeated: number; spoiled: number; connections: number }
  /** Ends its connection; it comes back and asks for its topics anew. */
  again(): void
  close(): void
}

const retry = { first: 400, most: 5_000 }

/** Starts a peer on topics; `take` gets each body once, and `onRepeated` each that came before. */
export function createSteadyPeer(options: {
  url: string
  topics: readonly string[]
  take: (topic: string, body: string) => void
  onRepeated?: (body: string) => void
}): SteadyPeer {
  const { url, topics, take, onRepeated } = options
  const key = createRelayKey()
  const taken = new Set<string>()
  const counts = { repeated: 0, spoiled: 0, connections: 0 }
  let isClosed = false
  let lastId = Date.now() * 1_000
  let peer: RelayPeer | undefined

  const pause = (wait = retry.first) => new Promise((resolve) => setTimeout(resolve, wait))
  /** Says something until it is answered. */
  async function insist(method: string, params: unknown): Promise<void> {
    for (let wait = retry.first; !isClosed; wait = Math.min(wait * 2, retry.most)) {
      if (peer?.socket.readyState !== 1) {
        await pause()
        continue
      }
      const over = pause(wait)
      const asked = peer.call(method, params, ++lastId).catch(() => undefined)
      if ((await Promise.race([asked, over])) !== undefined) return
      // Who is refused waits as well: the relay closes the socket of a client that asks on and on.
      await over
    }
  }

  async function run(): Promise<void> {
    while (!isClosed) {
      // A frame that is spoiled past reading ends nothing: it is as good as lost.
      const opened = await openRelayPeer(url, { key, token: key.token(url), onDelivered: hear }).catch(() => undefined)
      if (opened !== undefined) {
        counts.connections++
        peer = opened
        void insist('irn_batchSubscribe', { topics })
        await opened.closed
      }
      await pause()
    }
  }

  function hear({ topic, message }: Delivered): void {
    // A frame that was changed on the way may have lost its parts as well.
    const body = typeof message === 'string' ? unseal(message) : undefined
    if (body === undefined) counts.spoiled++
    else if (taken.has(message)) {
      counts.repeated++
      onRepeated?.(body)
    } else {
      taken.add(message)
      take(topic, body)
    }
  }

  void run()
  return {
    counts,
    // A relay may treat what is a response by its tag in another way.
    send: (topic, body) => {
      const tag = body.startsWith('answer') ? 1109 : 1108
      return insist('irn_publish', { topic, message: seal(body), ttl: 300, tag })
    },
    again: () => peer?.socket.terminate(),
    close() {
      isClosed = true
      peer?.socket.terminate()
    },
  }
}

/** As an envelope is: no two are equal, and one that was changed is not taken. */
function seal(body: string): string {
  const bytes = Buffer.concat([randomBytes(8), Buffer.from(body)])
  return Buffer.concat([createHash('sha256').update(bytes).digest(), bytes]).toString('base64')
}

function unseal(message: string): string | undefined {
  const all = Buffer.from(message, 'base64')
  // The last letter may have bits that mean nothing: with other ones it would be another message with the same body.
  if (all.toString('base64') !== message) return undefined
  const bytes = all.subarray(32)
  return createHash('sha256').update(bytes).digest().equals(all.subarray(0, 32)) ? String(bytes.subarray(8)) : undefined
}
