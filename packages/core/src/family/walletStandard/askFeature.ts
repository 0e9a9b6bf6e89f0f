import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { fromStandardError } from './fromStandardError.js'
import { featureOf, type StandardWallet } from './standardWallet.js'

/**
 * Asks a wallet of the standard for something.
 *
 * @param name - As the wallet is shown.
 * @param wallet - The wallet.
 * @param feature - What it is asked for.
 * @param inputs - The inputs of the feature.
 * @returns What it answers; whether that is an answer is for the caller to see.
 * @throws LatchkeyError UNSUPPORTED_METHOD where it lacks the feature, USER_REJECTED, and what else wallets answer.
 *
 * @example
 * import { askFeature, type StandardWallet } from '@latchkey/core/family'
 * const sign = (wallet: StandardWallet, input: unknown) => askFeature('Some Wallet', wallet, 'solana:signMessage', [input])
 */
export async function askFeature(
  name: string,
  wallet: StandardWallet,
  feature: string,
  inputs: readonly unknown[],
): Promise<unknown> {
  const ask = featureOf(wallet, feature)
  if (!ask) {
    throw new LatchkeyError('UNSUPPORTED_METHOD', `${name} does not know ${feature}.`, {
      hints: ['Use another wallet for this.'],
    })
  }
  try {
    return await ask(...inputs)
  } catch (thrown) {
    throw fromRpcError(fromStandardError(thrown))
  }
}
