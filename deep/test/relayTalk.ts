import { setTimeout as sleep } from 'node:timers/promises'
// biome-ignore-start lint/style/noRestrictedImports: what stands for clients of a relay in its tests
import { createSteadyPeer } from '../../apps/server/test/createSteadyPeer.js'
import { newTopic } from '../../apps/server/test/openRelayPeer.js'
// biome-ignore-end lint/style/noRestrictedImports: as above

/** Sites and wallets that talk over a relay, each request answered. */
export type RelayTalk = {
  /** The longest that a message took to be acknowledged to its sender since this was last asked, in milliseconds. */
  longest(): number
  /** Resolves once a message that is sent from now on has been brought both ways on each line. */
  probe(): Promise<void>
  /** Ends the talk and tells what came of it. */
  end(): Promise<TalkResult>
}

/** Times are those of `performance.now()`. */
export type TalkResult = {
  acknowledged: number
  /** What was acknowledged to the sender and never came. */
  lost: string[]
  /** What came only after its receiver had connected anew. */
  late: string[]
  /** What came again: when it was taken and acknowledged first, and when it came again. */
  repeated: { body: string; taken: number; again: number }[]
}

const topicsALine = 8

/** Begins to talk over some lines, with a pause after each message in milliseconds. */
export function startRelayTalk(options: { url: string; lines: number; pause: number }): RelayTalk {
  const { url, lines, pause } = options
  const acknowledged = new Set<string>()
  const taken = new Map<string, number>()
  const repeated: TalkResult['repeated'] = []
  const underWay = new Map<string, number>()
  const peers: ReturnType<typeof createSteadyPeer>[] = []
  const runs: Promise<void>[] = []
  let [isOver, longest, lastProbe] = [false, 0, 0]

  async function send(peer: ReturnType<typeof createSteadyPeer>, topic: string, body: string): Promise<void> {
    const began = performance.now()
    underWay.set(body, began)
    await peer.send(topic, body)
    underWay.delete(body)
    acknowledged.add(body)
    longest = Math.max(longest, performance.now() - began)
  }
  const onRepeated = (body: string) => {
    repeated.push({ body, taken: taken.get(body) ?? 0, again: performance.now() })
  }

  const talkers = Array.from({ length: lines }, (_, line) => {
    // One alone would be full: what was had stays until it expires.
    const topics = Array.from({ length: topicsALine }, newTopic)
    const wallet = createSteadyPeer({
      url,
      topics,
      take(topic, body) {
        taken.set(body, performance.now())
        void send(wallet, topic, `answer ${body}`)
      },
      onRepeated,
    })
    const site = createSteadyPeer({
      url,
      topics,
      take: (_topic, body) => void taken.set(body, performance.now()),
      onRepeated,
    })
    peers.push(wallet, site)
    const run = async () => {
      for (let at = 0; !isOver; at++) {
        await send(site, topics[at % topicsALine] ?? '', `request ${line}/${at}`)
        await sleep(pause)
      }
    }
    runs.push(run())
    return { line, topic: topics[0] ?? '', site }
  })
  const has = (body: string) => taken.has(body)
  const until = async (isSo: () => boolean, ms: number) => {
    const end = performance.now() + ms
    while (!isSo() && performance.now() < end) await sleep(20)
  }

  return {
    longest() {
      const now = performance.now()
      const most = Math.max(longest, ...[...underWay.values()].map((began) => now - began))
      longest = 0
      return most
    },
    async probe() {
      const number = ++lastProbe
      await Promise.all(
        talkers.map(async ({ line, topic, site }) => {
          const body = `probe ${number}/${line}`
          await send(site, topic, body)
          while (!has(`answer ${body}`)) await sleep(20)
        }),
      )
    },
    async end() {
      isOver = true
      await Promise.all(runs)
      await until(() => underWay.size === 0, 30_000)
      const missing = () => [...acknowledged].filter((body) => !has(body))
      await until(() => missing().length === 0, 15_000)
      const late = missing()
      for (const peer of late.length > 0 ? peers : []) peer.again()
      await until(() => missing().length === 0, 30_000)
      const lost = missing()
      for (const peer of peers) peer.close()
      return { acknowledged: acknowledged.size, lost, late: late.filter(has), repeated }
    },
  }
}
