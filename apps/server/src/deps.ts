import type { Env } from './env.js'
import type { Cache } from './platform/cache/cache.js'
import type { Chain } from './platform/chains/chain.js'
import type { Db } from './platform/db/db.js'
import type { SharedCounts } from './platform/limits/shareCounts.js'
import type { Log } from './platform/log/log.js'
import type { Mail } from './platform/mail/mail.js'
import type { Metrics } from './platform/metrics/metrics.js'
import type { AnswerKey } from './platform/secrets/createAnswerKey.js'
import type { AttestationKey } from './platform/secrets/createAttestationKey.js'
import type { TokenKeys } from './platform/secrets/createTokenKeys.js'
import type { KeySeal } from './platform/secrets/keySeal.js'
import type { Nodes } from './platform/upstream/nodes.js'

/** The dependencies of modules; `main.ts` makes them for production, `startServer` for programs and tests. */
export type Deps = {
  env: Env
  chains: readonly Chain[]
  nodes: Nodes
  db: Db
  /** The connections of the relay; those of `db` when absent. */
  relayDb?: Db | undefined
  cache: Cache
  /** The exchange of clients' usage between processes; absent: this process counts alone. */
  counts?: SharedCounts | undefined
  log: Log
  metrics: Metrics
  /** Under which keys those of sessions are kept; absent where no session can begin. */
  sessionKeys?: KeySeal | undefined
  /** The signer of origin attestations; absent without a key in the settings. */
  attestationKey?: AttestationKey | undefined
  /** The signer of ENS responses; absent without a key in the settings. */
  nameKey?: AnswerKey | undefined
  /** The signer of sign-in tokens; absent without keys in the settings. */
  tokenKeys?: TokenKeys | undefined
  /** How mails leave; absent where nothing in this process writes any. */
  mail?: Mail | undefined
  clock: () => Date
  /** How services outside are called. */
  fetch: typeof fetch
}
