import { type ChainId, parseChainId } from '@latchkey/protocol/caip'
import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { rpcTimeout } from '@latchkey/protocol/internal/limits'
import {
  type Address,
  createClient,
  fallback,
  type Hex,
  http,
  isAddressEqual,
  isHex,
  recoverMessageAddress,
} from 'viem'
import type { SignatureCheck } from './signatureCheck.js'

/** Verifies by the key of the address, else by its contract, deployed or counterfactual. @see https://eips.ethereum.org/EIPS/eip-191 */
export async function verifyEip155({
  address,
  chainId,
  message,
  signature,
  rpcUrls,
}: SignatureCheck): Promise<boolean> {
  if (!isHex(signature) || signature.length < 4) return false
  const signer = await recover(message, signature)
  if (signer !== undefined && isAddressEqual(signer, address as Address)) return true
  return verifyContract({ address: address as Address, message, signature }, chainId, rpcUrls)
}

async function recover(message: string, signature: Hex): Promise<Address | undefined> {
  try {
    return await recoverMessageAddress({ message, signature })
  } catch {
    // Not of the form that a key makes.
    return undefined
  }
}

/** @see https://eips.ethereum.org/EIPS/eip-1271 https://eips.ethereum.org/EIPS/eip-6492 */
async function verifyContract(
  signed: { readonly address: Address; readonly message: string; readonly signature: Hex },
  chainId: ChainId,
  rpcUrls: readonly string[],
): Promise<boolean> {
  if (rpcUrls.length === 0) {
    throw new LatchkeyError('NO_RPC_URL', 'An RPC URL is needed to verify contract signatures.', {
      hints: ['Add a URL to the network’s rpcUrls or to customRpcUrls.'],
    })
  }
  const { getChainId, verifyMessage } = await import('viem/actions')
  const transport = fallback(rpcUrls.map((url) => http(url, { timeout: rpcTimeout, retryCount: 1 })))
  // A contract could have a backend call any address inside its network, with a signature that has the contract itself called.
  const client = createClient({ transport, ccipRead: false })
  try {
    // viem cannot tell an unreachable node from a contract that rejects, so the node's chain is read first.
    if (String(await getChainId(client)) === parseChainId(chainId).reference) return await verifyMessage(client, signed)
  } catch (thrown) {
    throw fromRpcError(thrown)
  }
  throw new LatchkeyError('RPC_BAD_ANSWER', 'The RPC URL serves another network.')
}
