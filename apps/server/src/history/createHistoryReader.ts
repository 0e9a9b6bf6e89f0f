import { parseChainId } from '@latchkey/protocol/caip'
import { families } from '../families/families.js'
import type { Chain } from '../platform/chains/chain.js'
import type { HistoryReader } from '../platform/upstream/historyReader.js'
import type { Nodes } from '../platform/upstream/nodes.js'

/**
 * Makes the readers of the families whose nodes tell what an account did.
 *
 * @param nodes - The nodes.
 * @returns The reader of a chain; nothing for chains that are read into the database, and for those of which nobody tells.
 */
export function createHistoryReader(nodes: Nodes): (chain: Chain) => HistoryReader | undefined {
  const readers = new Map<string, HistoryReader>(
    families.flatMap(({ namespace, createHistory }) =>
      createHistory ? [[namespace, createHistory({ nodes })] as const] : [],
    ),
  )
  return ({ caip2 }) => readers.get(parseChainId(caip2).namespace)
}
