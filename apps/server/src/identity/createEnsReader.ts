import type { ChainId } from '@latchkey/protocol/caip'
import { BaseError, createClient, custom } from 'viem'
import { getEnsAddress, getEnsName, getEnsText } from 'viem/actions'
import { normalize } from 'viem/ens'
import type { Nodes } from '../platform/upstream/nodes.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'

/** The name of an account and its picture, as ENS has them. */
export type EnsIdentity = { name: string | null; avatar: string | null }
/** INTERFACE: finds the identity of an EVM address; rejects with an `UpstreamFault` when no node can be reached. */
export type EnsReader = (address: `0x${string}`) => Promise<EnsIdentity>

/** @see https://docs.ens.domains/resolvers/universal */
const universalResolverAddress = '0xeeeeeeee14d718c2b47d9923deab1335e144eeee'
const longestName = 255
const longestAvatar = 1000

/**
 * Creates the reader of ENS names over our own nodes of Ethereum. Where there are several, two of them must say the same: a single one
 * could have an account called by another's name.
 *
 * @param options - The nodes, and the id of the chain that ENS lives on.
 * @returns The reader; it believes a name only if the name leads back to the address.
 * @see https://docs.ens.domains/ensip/19
 */
export function createEnsReader({ nodes, chainId }: { nodes: Nodes; chainId: ChainId }): EnsReader {
  const states = () => nodes.health().find((chain) => chain.chainId === chainId)?.nodes ?? []
  const readers = states().map((_, pin) => createNodeReader({ nodes, chainId, pin }))

  return async (address) => {
    const wanted = Math.min(2, readers.length)
    const found: EnsIdentity[] = []
    let fault: unknown = new UpstreamFault('NO_RPC_URL', { sent: false })
    const isDoubtful = states().map(({ reachable, wrongChain }) => reachable === false || wrongChain)
    const order = [...readers.keys()].sort((a, b) => Number(isDoubtful[a]) - Number(isDoubtful[b]))
    while (found.length < wanted && order.length > 0) {
      const asked = order.splice(0, wanted - found.length).map((index) => readers[index]?.(address))
      for (const outcome of await Promise.allSettled(asked)) {
        if (outcome.status === 'rejected') fault = outcome.reason
        else if (outcome.value) found.push(outcome.value)
      }
    }
    const [identity, other = identity] = found
    if (identity === undefined || found.length < wanted) throw fault
    if (JSON.stringify(identity) !== JSON.stringify(other))
      throw new UpstreamFault('RPC_BAD_ANSWER', { sent: true, details: 'Two nodes tell different names.' })
    return identity
  }
}

/** Reads names from the one node with a place in the configured order. */
function createNodeReader({ nodes, chainId, pin }: { nodes: Nodes; chainId: ChainId; pin: number }): EnsReader {
  const client = createClient({
    transport: custom(
      {
        async request({ method, params }: { method: string; params?: unknown }) {
          const answer = await nodes.read(chainId, { method, params }, { pin })
          if (answer.ok) return answer.result
          throw Object.assign(new Error(answer.error.message), { code: answer.error.code, data: answer.error.data })
        },
      },
      { retryCount: 0 },
    ),
    // A contract could have this server call any address inside its network; names that need that have no identity here.
    ccipRead: false,
  })

  return async (address) => {
    const found = await told(() => getEnsName(client, { address, universalResolverAddress }))
    const name = found && readName(found)
    if (!name) return { name: null, avatar: null }
    const owner = await told(() => getEnsAddress(client, { name, universalResolverAddress }))
    if (owner?.toLowerCase() !== address.toLowerCase()) return { name: null, avatar: null }
    const avatar = await told(() => getEnsText(client, { name, key: 'avatar', universalResolverAddress }))
    return { name, avatar: readAvatar(avatar) }
  }
}

/** The result of a contract call; undefined for a revert or malformed data. */
async function told<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    const fault = error instanceof BaseError ? error.walk((cause) => cause instanceof UpstreamFault) : error
    if (fault instanceof UpstreamFault) throw fault
    return null
  }
}

/** A name that is not written in the one normal way may look like another one. */
function readName(text: string): string | undefined {
  try {
    return text.length <= longestName && normalize(text) === text ? text : undefined
  } catch {
    return undefined
  }
}

function readAvatar(text: string | null): string | null {
  return text && text.length <= longestAvatar && URL.canParse(text) && new URL(text).protocol === 'https:'
    ? new URL(text).href
    : null
}
