import { Hono } from 'hono'
import type { Deps } from '../deps.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import { createPictureReader } from '../platform/upstream/createPictureReader.js'
import { createEnsReader } from './createEnsReader.js'
import { identityRoutes } from './identityRoutes.js'
import { pictureRoutes } from './pictureRoutes.js'

/**
 * Creates the identity module of a server: names and avatars of accounts, and generated wallet avatars.
 *
 * @param deps - Chains, nodes, cache and clock.
 * @param options - The gate, and the name that this server gave to an account.
 * @returns The routes.
 */
export function createIdentity(
  { chains, nodes, cache, clock }: Pick<Deps, 'chains' | 'nodes' | 'cache' | 'clock'>,
  { gate, nameOf }: { gate: Gate; nameOf: (address: string) => Promise<string | null> },
): Hono<HonoEnv> {
  const ethereum = chains.find(({ caip2 }) => caip2 === 'eip155:1')
  const readEns = ethereum && createEnsReader({ nodes, chainId: ethereum.caip2 })
  return (
    new Hono<HonoEnv>()
      .route('/', identityRoutes({ gate, cache, clock, readEns, nameOf, readPicture: createPictureReader() }))
      // A reader of its own: pictures that wallets name must not keep those of accounts waiting.
      .route('/', pictureRoutes({ gate, readPicture: createPictureReader() }))
  )
}
