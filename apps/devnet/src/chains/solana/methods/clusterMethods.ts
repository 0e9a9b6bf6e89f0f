import { solanaAccounts } from '../accounts.js'
import { solanaGenesisHash } from '../localSolana.js'
import { checkContextSlot, type Method, type Node, nodeVersion, withContext } from '../node.js'
import { addressParam, commitmentParam, listParam, type Options, optionsParam, textParam } from '../params.js'
import { prioritizationFees } from '../prioritizationFees.js'

const slotsPerEpoch = 432_000

/** The methods about the node and its clock. */
export const clusterMethods: { readonly [method: string]: Method } = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': nodeVersion, 'feature-set': 0 }),
  getGenesisHash: () => solanaGenesisHash,
  getIdentity: () => ({ identity: solanaAccounts[0]?.address }),
  getSlot: (node, [given]) => newestSlot(node, optionsParam(given)),
  // No slot of this chain stays empty, so its blocks are as many.
  getBlockHeight: (node, [given]) => newestSlot(node, optionsParam(given)),
  getEpochInfo(node, [given]) {
    const slot = newestSlot(node, optionsParam(given))
    return {
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: Math.floor(slot / slotsPerEpoch),
      slotIndex: slot % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
      transactionCount: node.ledger.history.total(),
    }
  },
  getLatestBlockhash(node, [given]) {
    const options = optionsParam(given)
    const commitment = commitmentParam(options)
    checkContextSlot(node, options, commitment)
    return withContext(node, node.ledger.latestBlockhash(commitment), commitment)
  },
  isBlockhashValid(node, [blockhash, given]) {
    const options = optionsParam(given)
    const slot = node.ledger.blockhashSlot(textParam(blockhash, 'the blockhash'))
    return withContext(node, slot !== undefined, commitmentParam(options))
  },
  getRecentPrioritizationFees(node, [accounts]) {
    const wanted = listParam(accounts ?? [], 'the accounts', 128).map((at) => addressParam(at))
    return prioritizationFees(node.ledger, wanted)
  },
}

function newestSlot(node: Node, options: Options): number {
  const commitment = commitmentParam(options)
  checkContextSlot(node, options, commitment)
  return node.ledger.slot(commitment)
}
