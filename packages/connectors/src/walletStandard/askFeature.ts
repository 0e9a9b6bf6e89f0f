import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { fromStandardError } from './fromStandardError.js'
import { featureOf, type StandardWallet } from './standardWallet.js'

/** Asks a wallet of the standard for something; whether the answer is one is for the caller to see. */
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
