import { rpcRank } from '@latchkey/protocol/internal/limits'
import type { UpstreamFault } from './upstreamFault.js'

/** One node behind a chain and what is known of its health. */
export type Upstream = {
  readonly url: URL
  /** Place in the configured order. */
  readonly index: number
  /** Smoothed time to an answer, in milliseconds; nothing before the first answer. */
  latency: number | undefined
  /** Smoothed share of failures, 0 to 1. */
  failures: number
  /** Failures since the last answer. */
  consecutive: number
  /** Not asked before this time (milliseconds since the epoch) while another node can answer. */
  blockedUntil: number
  /** No requests before this time, by the node's Retry-After. */
  waitUntil: number
  /** It answered for another chain and is not asked until a check says otherwise. */
  wrongChain: boolean
  /** Whether the last contact succeeded; nothing before the first one. */
  reachable: boolean | undefined
}

const smoothing = 2 / (rpcRank.sampleCount + 1)
const failuresToBreak = 2
const breakTime = 30_000

/** Creates the record of a node that was not contacted yet. */
export function createUpstream(url: string, index: number): Upstream {
  return {
    url: new URL(url),
    index,
    latency: undefined,
    failures: 0,
    consecutive: 0,
    blockedUntil: 0,
    waitUntil: 0,
    wrongChain: false,
    reachable: undefined,
  }
}

/** Notes an answer that took `latency` milliseconds. */
export function noteAnswer(upstream: Upstream, latency: number): void {
  upstream.latency =
    upstream.latency === undefined ? latency : upstream.latency + smoothing * (latency - upstream.latency)
  upstream.failures -= smoothing * upstream.failures
  upstream.consecutive = 0
  upstream.blockedUntil = 0
  upstream.reachable = true
}

/** Notes a failure at `now` (milliseconds since the epoch); after two in a row the node rests for 30 s. */
export function noteFailure(upstream: Upstream, fault: UpstreamFault, now: number): void {
  upstream.failures += smoothing * (1 - upstream.failures)
  upstream.consecutive++
  if (fault.code === 'RPC_UNREACHABLE' || fault.code === 'RPC_TIMEOUT') upstream.reachable = false
  if (upstream.consecutive >= failuresToBreak) upstream.blockedUntil = now + breakTime
  if (fault.retryAfter !== undefined) upstream.waitUntil = now + fault.retryAfter
}

/**
 * Puts the nodes of a chain in the order in which to ask them: stability weighs 0.7 and speed 0.3, ties keep the configured
 * order, resting nodes come last, nodes of another chain and nodes that asked to wait are left out.
 *
 * @param upstreams - The nodes of one chain.
 * @param now - Milliseconds since the epoch.
 * @returns The nodes to ask, best first.
 */
export function rank(upstreams: readonly Upstream[], now: number): readonly Upstream[] {
  const usable = upstreams.filter((one) => !one.wrongChain && one.waitUntil <= now)
  if (usable.length < 2) return usable
  return usable
    .map((upstream) => ({ upstream, resting: upstream.blockedUntil > now, score: score(upstream) }))
    .sort((a, b) => Number(a.resting) - Number(b.resting) || b.score - a.score || a.upstream.index - b.upstream.index)
    .map(({ upstream }) => upstream)
}

function score({ failures, latency }: Upstream): number {
  // Steps of 50 ms: nodes that are about as fast as each other keep the order that the operator chose.
  const speed = 1 - Math.min(Math.floor((latency ?? 0) / 50) * 50, rpcRank.timeout) / rpcRank.timeout
  return rpcRank.weights.stability * (1 - failures) + rpcRank.weights.latency * speed
}
