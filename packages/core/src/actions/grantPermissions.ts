import { toAccountId } from '@latchkey/protocol/caip'
import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { signTimeout } from '@latchkey/protocol/internal/limits'
import { type Eip1193Provider, toHexChainId } from '@latchkey/protocol/rpc'
import type { SessionKey } from '@latchkey/protocol/sessionsApi'
import { withTimeout } from '../calls/withTimeout.js'
import type { ApiErrorCode, WalletErrorCode } from '../config/errorTypes.js'
import { requireAccount } from '../connection/current.js'
import type { Config } from '../createConfig.js'
import { getSupportedChains } from './getSupportedChains.js'
import { signMessage } from './signMessage.js'

type Typed = { readonly type: string; readonly data?: unknown }

/** The parameters of `grantPermissions`. */
export type GrantPermissionsParameters = {
  /** When the permissions end, in seconds since 1970; a year from now at most. */
  readonly expiry: number
  /** The app's own keys, which are to act. */
  readonly keys: readonly [SessionKey, ...SessionKey[]]
  /** The permissions, in the format of EIP-7715. */
  readonly permissions: readonly [Typed, ...Typed[]]
  readonly policies?: readonly Typed[]
  readonly signal?: AbortSignal
}

/** The return type of `grantPermissions`. */
export type GrantPermissionsReturnType = {
  /** The name of the session, to revoke it by. */
  readonly pci: string
  /** The service's key of it, which stands before the app's. */
  readonly key: SessionKey
  /** The context with which the permissions are used. */
  readonly context: string
}

/** The error type of `grantPermissions`. */
export type GrantPermissionsErrorType = LatchkeyError<WalletErrorCode | ApiErrorCode>

/**
 * Asks the connected EVM wallet to let the app act within limits: the data API makes its key, the wallet grants, and the account
 * signs that the session may be listed. The service signs nothing with its key yet.
 *
 * @param config - A config with a data API.
 * @param parameters - See {@link GrantPermissionsParameters}.
 * @returns See {@link GrantPermissionsReturnType}.
 * @throws NOT_CONNECTED; INVALID_CONFIG without a data API; CHAIN_NOT_FOUND on a chain that it does not serve;
 * UNSUPPORTED_METHOD by a wallet that grants nothing; USER_REJECTED; WALLET_BAD_ANSWER; WALLET_NOT_RESPONDING; API_UNREACHABLE;
 * API_REFUSED; ABORTED.
 * @see https://eips.ethereum.org/EIPS/eip-7715
 *
 * @example
 * import { grantPermissions } from '@latchkey/core'
 * const permissions = [{ type: 'native-token-recurring-allowance', data: { allowance: '0x1', start: 0, period: 86400 } }] as const
 * const keys = [{ type: 'secp256k1', publicKey: '0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' }] as const
 * const expiry = Math.floor(Date.now() / 1000) + 86_400
 * const { context } = await grantPermissions(config, { expiry, keys, permissions })
 */
export async function grantPermissions(
  config: Config,
  parameters: GrantPermissionsParameters,
): Promise<GrantPermissionsReturnType> {
  const { connector, address, chain } = requireAccount(config, 'eip155')
  const chainId = chain?.caipNetworkId
  const { api } = config
  if (!api)
    throw new LatchkeyError('INVALID_CONFIG', 'Permissions need a data API.', { hints: ['Pass api in createConfig.'] })
  if (chainId === undefined || !(await getSupportedChains(config)).http.includes(chainId))
    throw new LatchkeyError('CHAIN_NOT_FOUND', 'The data API does not support this network.')
  const words = await import('@latchkey/protocol/sessionsApi')
  const { expiry, keys, permissions, policies = [], signal } = parameters
  const hexChainId = toHexChainId(chainId)
  const path = `v1/sessions/${encodeURIComponent(toAccountId(chainId, address))}`
  const project = describe(config)
  const signerOf = (all: readonly SessionKey[]) => ({ type: 'keys', data: { keys: all } })
  const asked = { chainId: hexChainId, expiry, signer: signerOf(keys), permissions, policies }
  const { pci, key } = await api.request({
    path,
    body: { ...asked, project, projectId: api.projectId },
    parse: (value) => words.createdSession.parse(value),
    signal,
  })
  const context = await withTimeout(
    async () => {
      const request = { ...asked, version: 2, address, signer: signerOf([key, ...keys]) }
      const provider = (await connector.getProvider('eip155')) as Eip1193Provider
      try {
        return readContext(await provider.request({ method: 'wallet_grantPermissions', params: [request] }))
      } catch (thrown) {
        throw fromRpcError(thrown)
      }
    },
    signTimeout,
    signal,
  )
  const url = typeof location !== 'undefined' && /^https?:/.test(location.origin) ? location.origin : undefined
  const message = words.formatSessionActivation({ chainId, address, pci, expiry, name: project.name, url })
  const signature = await signMessage(config, { namespace: 'eip155', message, ...(signal ? { signal } : {}) })
  await api.request({ path: `${path}/activate`, body: { pci, context, signature }, parse: () => undefined, signal })
  return { pci, key, context }
}

/** The app's metadata, as far as a service accepts it. */
function describe({ options }: Config): { name?: string; iconUrl?: string } {
  const name = options.metadata?.name
  const iconUrl = options.metadata?.icons.find((icon) => /^https:\/\/[\x21-\x7e]{1,2040}$/.test(icon))
  return {
    ...(name && /^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u.test(name) ? { name } : {}),
    ...(iconUrl === undefined ? {} : { iconUrl }),
  }
}

function readContext(answer: unknown): string {
  // Wallets of a later draft answer with a list.
  const first: unknown = Array.isArray(answer) ? answer[0] : answer
  const context = (first as { context?: unknown } | null | undefined)?.context
  if (typeof context === 'string' && /^0x([0-9a-fA-F]{2})+$/.test(context)) return context
  throw new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet did not return what the permissions are used with.')
}
