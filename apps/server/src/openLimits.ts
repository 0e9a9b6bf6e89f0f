import type { Deps } from './deps.js'
import { createSharedRateLimit } from './platform/limits/createSharedRateLimit.js'
import { createSocketShare, type SocketShare } from './platform/limits/createSocketShare.js'
import { createGate, type Gate } from './platform/limits/gate.js'
import type { RateLimit } from './platform/limits/rateLimit.js'

/** What the clients of a server may use of it, counted together with its other processes where they tell each other. */
export type Limits = {
  /** What a route calls first; those that serve fixed answers do not. */
  gate: Gate
  /** Creates a limit on how often a client does something, under the name that the processes share. */
  rateOf(name: string, rate: number, burst: number): RateLimit
  /** Creates the count of a client's part of some sockets, under the name that the processes share. */
  shareOf(name: string, maxSockets: number): SocketShare
}

/** Opens the limits of a server from its settings; a local world exempts this machine from them. */
export function openLimits(
  { env, chains, counts, metrics, clock }: Pick<Deps, 'env' | 'chains' | 'counts' | 'metrics' | 'clock'>,
  { isLocal }: { isLocal: boolean },
): Limits {
  const rateOf: Limits['rateOf'] = (name, rate, burst) => createSharedRateLimit({ rate, burst, name, counts })
  return {
    gate: createGate({
      chains,
      projects: env.LATCHKEY_PROJECTS,
      rateLimit: rateOf('calls', env.LATCHKEY_RATE_LIMIT, env.LATCHKEY_RATE_BURST),
      exemptLoopback: isLocal,
      clock,
      onLimited: () => metrics.limited.inc(),
    }),
    rateOf,
    shareOf: (name, maxSockets) =>
      createSocketShare({ maxSockets, exemptLoopback: isLocal, shared: counts && { counts, name } }),
  }
}
