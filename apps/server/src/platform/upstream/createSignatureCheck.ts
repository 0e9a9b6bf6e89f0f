import type { ChainId } from '@latchkey/protocol/caip'
import { createClient, custom, type Hex, isAddressEqual, recoverMessageAddress } from 'viem'
import { verifyMessage } from 'viem/actions'
import type { Nodes } from './nodes.js'
import { UpstreamFault } from './upstreamFault.js'

/** The account, the text and the signature to verify. */
type Signed = { chainId: ChainId; address: Hex; message: string; signature: Hex }

/**
 * INTERFACE: tells whether an account of an EVM chain signed a text: by its key, or as the contract that stands there or will.
 * Rejects with an `UpstreamFault` when the chain would have to be asked and no node answers.
 */
export type SignatureCheck = (signed: Signed) => Promise<boolean>

/**
 * Creates the check over our own nodes.
 *
 * @see https://eips.ethereum.org/EIPS/eip-191 https://eips.ethereum.org/EIPS/eip-1271 https://eips.ethereum.org/EIPS/eip-6492
 */
export function createSignatureCheck({ nodes }: { nodes: Nodes }): SignatureCheck {
  return async ({ chainId, ...signed }) => {
    if (await isKeySigned(signed)) return true
    let fault: UpstreamFault | undefined
    const client = createClient({
      transport: custom(
        {
          async request({ method, params }: { method: string; params?: unknown }) {
            try {
              const answer = await nodes.read(chainId, { method, params })
              if (answer.ok) return answer.result
              throw Object.assign(new Error(answer.error.message), { code: answer.error.code, data: answer.error.data })
            } catch (cause) {
              if (cause instanceof UpstreamFault) fault = cause
              throw cause
            }
          },
        },
        { retryCount: 0 },
      ),
      // A contract could have this server call any address inside its network.
      ccipRead: false,
    })
    const isSigned = await verifyMessage(client, signed).catch((cause: unknown) => {
      if (fault === undefined) throw cause
      return false
    })
    // viem takes a node that does not answer for a contract that says no.
    if (!isSigned && fault !== undefined) throw fault
    return isSigned
  }
}

/** Returns whether the key of an account signed a text, without asking any node. */
export async function isKeySigned({ address, message, signature }: Omit<Signed, 'chainId'>): Promise<boolean> {
  try {
    return isAddressEqual(await recoverMessageAddress({ message, signature }), address)
  } catch {
    // Not of the form that a key makes.
    return false
  }
}
