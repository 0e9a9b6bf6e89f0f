import { bitcoin } from '@latchkey/bitcoin'
import { verifySignature } from '@latchkey/core'
import { cosmos } from '@latchkey/cosmos'
import { polkadot } from '@latchkey/polkadot'
import { parseAccountId } from '@latchkey/protocol/caip'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { loopbackSites } from '@latchkey/protocol/internal/origins'
import { solana } from '@latchkey/solana'
import type { Hono } from 'hono'
import type { Deps } from '../deps.js'
import { createSiteMatcher } from '../platform/http/createSiteMatcher.js'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import { withoutValues } from '../platform/log/withoutValues.js'
import { createSignatureCheck } from '../platform/upstream/createSignatureCheck.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'
import { createEmailCodes } from './createEmailCodes.js'
import { createSiwxTables } from './createSiwxTables.js'
import { type Signed, siwxRoutes } from './siwxRoutes.js'

/** How often what is over is deleted, in milliseconds. */
const sweepEvery = 600_000

/**
 * Creates the sign-ins of a server: people sign a message with their wallet, and any backend can check the token that they get.
 *
 * @param deps - Settings, nodes, database, keys, mail and log.
 * @param options - The gate, and the server's own address.
 * @returns The routes, and the way to end the sweeping.
 */
export function createSiwx(
  deps: Pick<Deps, 'env' | 'chains' | 'nodes' | 'db' | 'tokenKeys' | 'mail' | 'log' | 'metrics'>,
  { gate, publicUrl }: { gate: Gate; publicUrl: (requestUrl: string) => string },
): { routes: Hono<HonoEnv>; sweep(): Promise<void>; close(): void } {
  const { env, chains, nodes, db, tokenKeys: keys, mail, log, metrics } = deps
  const tables = createSiwxTables(db, { accountDays: env.LATCHKEY_RETENTION_SIWX })
  const sweep = () =>
    tables.sweep().catch((error: unknown) => log.warn({ err: withoutValues(error) }, 'Old sign-ins were not deleted'))
  const timer = setInterval(sweep, sweepEvery)
  timer.unref()
  const isContractSigned = createSignatureCheck({ nodes })
  const families = [
    bitcoin({ wallets: false }),
    polkadot({ wallets: false }),
    cosmos({ wallets: false }),
    solana({ wallets: false }),
  ]

  async function isSigned({ account, message, signature }: Signed): Promise<boolean> {
    const { namespace, chainId, address } = parseAccountId(account)
    const isHere = chains.some(({ caip2 }) => caip2 === chainId)
    // Of a network that is not here no contract can be asked, and an account there is known by its key alone.
    if (namespace !== 'eip155' || !isHere) {
      const check = { address, chainId, message, signature, rpcUrls: [], families }
      return verifySignature(check).catch((cause: unknown) => {
        if (isLatchkeyError(cause, 'NO_RPC_URL')) return false
        throw cause
      })
    }
    if (!/^0x([0-9a-fA-F]{2})+$/.test(signature)) return false
    try {
      return await isContractSigned({
        chainId,
        address: address as `0x${string}`,
        message,
        signature: signature as `0x${string}`,
      })
    } catch (cause) {
      if (cause instanceof UpstreamFault)
        throw new Refusal(503, 'chainId', 'The network of this account cannot be asked now', { cause })
      throw cause
    }
  }

  const { LATCHKEY_RELAY_SITES: sites, LATCHKEY_SIWX_EMAIL: email } = env
  const isSite =
    sites === undefined
      ? () => true
      : createSiteMatcher('LATCHKEY_RELAY_SITES', [...sites, ...loopbackSites], { isLocal: true })
  const emailCodes =
    keys === undefined || mail === undefined || email === 'off'
      ? undefined
      : createEmailCodes({
          tables,
          boxes: keys.boxes,
          mail,
          most: { address: env.LATCHKEY_MAILS_ADDRESS_HOUR, network: env.LATCHKEY_MAILS_NETWORK_HOUR },
          name: env.LATCHKEY_WALLET_NAME,
          onFailed(cause) {
            log.error({ reason: (cause as { code?: unknown }).code }, 'A mail could not be sent: see LATCHKEY_SMTP_URL')
            metrics.mailsFailed.inc({ role: 'data' })
          },
        })
  const life = env.LATCHKEY_SIWX_HOURS * 3_600
  const needsEmail = email === 'required'
  const routes = siwxRoutes({
    gate,
    tables,
    keys,
    emailCodes,
    needsEmail,
    life,
    isSite,
    isSigned,
    publicUrl,
    log,
    metrics,
  })
  return { routes, sweep, close: () => clearInterval(timer) }
}
