import {
  type GrantPermissionsErrorType,
  type GrantPermissionsParameters,
  type GrantPermissionsReturnType,
  grantPermissions,
} from '../actions/grantPermissions.js'
import type { Config } from '../createConfig.js'
import { type MutationOptions, mutationOptions } from './mutationOptions.js'

/**
 * Asking the wallet to let the app act within limits, as a mutation.
 *
 * @param config - The config.
 * @returns Options for `useMutation`; the mutation's error is what `grantPermissions` throws.
 *
 * @example
 * import { grantPermissionsMutationOptions } from '@latchkey/core/query'
 * import { MutationObserver, QueryClient } from '@tanstack/react-query'
 * const mutation = new MutationObserver(new QueryClient(), grantPermissionsMutationOptions(config))
 * const permissions = [{ type: 'native-token-recurring-allowance', data: { allowance: '0x1', start: 0, period: 86400 } }] as const
 * const keys = [{ type: 'secp256k1', publicKey: '0x0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798' }] as const
 * const expiry = Math.floor(Date.now() / 1000) + 86_400
 * const { context } = await mutation.mutate({ expiry, keys, permissions })
 */
export function grantPermissionsMutationOptions(
  config: Config,
): MutationOptions<GrantPermissionsReturnType, GrantPermissionsParameters, GrantPermissionsErrorType> {
  return mutationOptions(config, 'grantPermissions', grantPermissions)
}
