import type { StartPurchaseErrorType, StartPurchaseParameters, StartPurchaseReturnType } from '@latchkey/core'
import { startPurchaseMutationOptions } from '@latchkey/core/query'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { MutationParameter } from '../query/mutationParameter.js'
import { useConfig } from './useConfig.js'

/** The parameters of `useStartPurchase`. */
export type UseStartPurchaseParameters<context = unknown> = MutationParameter<
  StartPurchaseReturnType,
  StartPurchaseErrorType,
  StartPurchaseParameters,
  context
>

/**
 * Begins to buy coins for money: gives the page on which they are paid.
 *
 * @param parameters - A `config`, and TanStack's options as `mutation`.
 * @returns A TanStack mutation; its error is what `startPurchase` throws.
 *
 * @example
 * import { useStartPurchase } from '@latchkey/react'
 * const { mutateAsync: startPurchase } = useStartPurchase()
 */
export function useStartPurchase<context = unknown>(
  parameters: UseStartPurchaseParameters<context> = {},
): UseMutationResult<StartPurchaseReturnType, StartPurchaseErrorType, StartPurchaseParameters, context> {
  const config = useConfig(parameters)
  return useMutation({ ...startPurchaseMutationOptions(config), ...parameters.mutation })
}
