import { isLatchkeyError } from '@latchkey/protocol/errors'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { faucet } from '../chains/evm/faucet.js'
import type { FamilyChain } from '../chains/familyChain.js'
import type { WalletChain } from '../wallets/walletChain.js'

/**
 * `POST {chainId, address}`: tops an account of a local chain up to the faucet's amounts; on a chain of another family, named by
 * its CAIP-2 id, each call gives. Pages of every origin may ask.
 */
export function faucetRoute(chains: readonly WalletChain[], families: readonly FamilyChain[] = []): Hono {
  const route = new Hono()
  route.use(cors({ origin: '*', allowMethods: ['POST'] }))
  route.post('/', async (context) => {
    const asked: unknown = await context.req.json().catch(() => undefined)
    const { chainId, address } = (asked ?? {}) as { chainId?: unknown; address?: unknown }
    const chain = chains.find((known) => known.chainId === chainId)
    const family = families.find((known) => known.chainId === chainId)
    if (!chain && !family) return context.json({ error: 'No local chain has this chainId.' }, 400)
    try {
      if (chain) await faucet(chain, String(address) as `0x${string}`, { topUp: true })
      else await family?.fund(String(address))
      return context.json({ funded: true })
    } catch (error) {
      if (isLatchkeyError(error, 'INVALID_ADDRESS')) return context.json({ error: error.message }, 400)
      return context.json({ error: 'The chain did not take the transfer.' }, 503)
    }
  })
  return route
}
