import { isLatchkeyError } from '@latchkey/protocol/errors'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { faucet } from '../chains/faucet.js'
import type { WalletChain } from '../wallets/walletChain.js'

/** `POST {chainId, address}`: tops an account of a local chain up to the faucet's amounts. Pages of every origin may ask. */
export function faucetRoute(chains: readonly WalletChain[]): Hono {
  const route = new Hono()
  route.use(cors({ origin: '*', allowMethods: ['POST'] }))
  route.post('/', async (context) => {
    const asked: unknown = await context.req.json().catch(() => undefined)
    const { chainId, address } = (asked ?? {}) as { chainId?: unknown; address?: unknown }
    const chain = chains.find((known) => known.chainId === chainId)
    if (!chain) return context.json({ error: 'No local chain has this chainId.' }, 400)
    try {
      await faucet(chain, String(address) as `0x${string}`, { topUp: true })
      return context.json({ funded: true })
    } catch (error) {
      if (isLatchkeyError(error, 'INVALID_ADDRESS')) return context.json({ error: error.message }, 400)
      return context.json({ error: 'The chain did not take the transfer.' }, 503)
    }
  })
  return route
}
