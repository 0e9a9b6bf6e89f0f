import type { Namespace } from '@latchkey/protocol/caip'
import { bitcoin } from './bitcoin/bitcoin.js'
import { cosmos } from './cosmos/cosmos.js'
import { polkadot } from './polkadot/polkadot.js'
import type { ServerFamily } from './serverFamily.js'
import { solana } from './solana/solana.js'

/** The families that have a folder of their own, in the order in which their wallets are shown. */
export const families: readonly ServerFamily[] = [cosmos, polkadot, bitcoin, solana]

/** The family of a namespace; throws where it has no folder of its own. */
export function familyOf(namespace: Namespace): ServerFamily {
  const family = families.find((each) => each.namespace === namespace)
  if (family) return family
  throw new Error(`The family ${namespace} has no folder`)
}
