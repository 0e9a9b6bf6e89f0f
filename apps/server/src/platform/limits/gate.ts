import { type ChainId, isChainId } from '@latchkey/protocol/caip'
import type { Chain } from '../chains/chain.js'
import { isLoopback } from '../http/clientIp.js'
import { Refusal } from '../http/refusal.js'
import type { RateLimit } from './rateLimit.js'

/** The checks that every call must pass first. */
export type Gate = {
  /** Refuses a client that asks too much with 429. */
  limit(ip: string, tokens?: number): void
  /** Takes what a call that was let in turns out to cost besides, also more than is left; refuses who owes some already. */
  charge(ip: string, tokens: number): void
  /** Refuses an unlisted project with 401; without a list every project is allowed. */
  project(projectId: string | null | undefined): void
  /** Returns the chain of a CAIP-2 id, or refuses with 400. */
  chain(chainId: string | null | undefined): Chain
}

/**
 * Creates the gate of one server.
 *
 * @param options - The chains, the projects (absent: open), the limit, and whether this machine itself is exempt from it.
 * @returns The gate.
 */
export function createGate(options: {
  chains: readonly Chain[]
  projects?: readonly string[] | undefined
  rateLimit: RateLimit
  exemptLoopback: boolean
  clock: () => Date
  onLimited?: () => void
}): Gate {
  const chains = new Map<string, Chain>(options.chains.map((chain) => [chain.caip2, chain]))
  const projects = options.projects === undefined ? undefined : new Set(options.projects)
  function pay(way: 'take' | 'owe', ip: string, tokens: number): void {
    if (options.exemptLoopback && isLoopback(ip)) return
    const wait = options.rateLimit[way](ip, tokens, options.clock().getTime())
    if (wait === 0) return
    options.onLimited?.()
    throw new Refusal(429, 'rate_limited', `Too many requests. Try again in ${wait} s.`, {
      headers: { 'retry-after': String(wait) },
    })
  }

  return {
    limit: (ip, tokens = 1) => pay('take', ip, tokens),
    charge: (ip, tokens) => pay('owe', ip, tokens),
    project(projectId) {
      if (projects === undefined || (projectId && projects.has(projectId))) return
      throw new Refusal(401, 'authentication', 'This project is not known here')
    },
    chain(chainId) {
      const found = chainId ? chains.get(chainId) : undefined
      if (found) return found
      const name: ChainId | undefined = isChainId(chainId) ? chainId : undefined
      throw new Refusal(400, 'chainId', name ? `Chain ${name} is not supported here` : 'chainId must be a CAIP-2 id')
    },
  }
}
