import type { Deps } from '../deps.js'
import type { Limits } from '../openLimits.js'
import type { ClientIp } from '../platform/http/clientIp.js'
import { createAdmission } from './createAdmission.js'
import { createClockWatch } from './createClockWatch.js'
import { createRelay, type Relay } from './createRelay.js'
import { createStorageQuota } from './createStorageQuota.js'
import { clientsByAddress } from './relayLimits.js'

/**
 * Opens the relay of a server from its settings.
 *
 * @param deps - Settings, databases, cache, counts, log, figures and clock.
 * @param options - The limits, the reader of client addresses, and whether this is a local environment, whose relay has any URL.
 * @returns The relay.
 * @throws LatchkeyError INVALID_CONFIG when an address or a site is not usable.
 */
export function openRelay(
  deps: Pick<Deps, 'env' | 'db' | 'relayDb' | 'cache' | 'counts' | 'log' | 'metrics' | 'clock'>,
  { limits, clientIp, isLocal }: { limits: Limits; clientIp: ClientIp; isLocal: boolean },
): Relay {
  const { env, db, relayDb = db, cache, counts, log, metrics, clock } = deps
  const {
    LATCHKEY_RELAY_RATE: rate,
    LATCHKEY_RELAY_BURST: burst,
    LATCHKEY_RELAY_SOCKETS: maxSockets,
    LATCHKEY_PUBLIC_URL: ownUrl,
  } = env
  return createRelay({
    db: relayDb,
    cache,
    admission: createAdmission({
      gate: limits.gate,
      share: limits.shareOf('relay sockets', maxSockets),
      clientIp,
      cache,
      urls: env.LATCHKEY_RELAY_URLS ?? (isLocal || ownUrl === undefined ? undefined : [ownUrl]),
      sites: env.LATCHKEY_RELAY_SITES,
      leeway: env.LATCHKEY_RELAY_LEEWAY,
      clock,
      clockWatch: createClockWatch({ log, clock }),
    }),
    rateLimit: limits.rateOf('messages', rate, burst),
    addressRate: limits.rateOf('messages by address', rate * clientsByAddress, burst * clientsByAddress),
    storage: createStorageQuota({ most: env.LATCHKEY_RELAY_STORAGE * 1024 * 1024, exemptLoopback: isLocal, counts }),
    maxSockets,
    keptDays: env.LATCHKEY_RETENTION_MESSAGES,
    log,
    metrics,
    clock,
  })
}
