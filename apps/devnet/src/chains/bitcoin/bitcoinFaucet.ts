import { Transaction } from '@scure/btc-signer'
import type { BitcoinTestAccount } from './bitcoinAccounts.js'
import { regtest } from './bitcoinNetwork.js'
import type { BitcoinNode } from './bitcoinNode.js'
import type { Coin } from './chainIndex.js'

const maturity = 100
const fee = 2_000n

/** Pays from the rewards of the miner that are old enough to be spent; the id of the transaction. */
export async function payFromRewards(
  node: BitcoinNode,
  miner: BitcoinTestAccount,
  outputs: readonly { readonly address: string; readonly amount: bigint }[],
): Promise<string> {
  const needed = outputs.reduce((sum, { amount }) => sum + amount, fee)
  const inputs = chooseCoins(node, miner, needed)
  const tx = new Transaction()
  for (const { txid, vout, value, script } of inputs) {
    tx.addInput({ txid, index: vout, witnessUtxo: { script, amount: value } })
  }
  for (const { address, amount } of outputs) tx.addOutputAddress(address, amount, regtest)
  const change = inputs.reduce((sum, { value }) => sum + value, 0n) - needed
  if (change > 1_000n) tx.addOutput({ script: miner.script, amount: change })
  tx.sign(miner.privateKey)
  tx.finalize()
  return node.accept(tx.extract())
}

function chooseCoins(node: BitcoinNode, miner: BitcoinTestAccount, needed: bigint): readonly Coin[] {
  const { index } = node
  const next = index.blocks.length
  const ripe = index.unspent(miner.script).filter(({ txid }) => {
    const { place, tx } = index.tx(txid) ?? {}
    return place !== undefined && (!tx?.isCoinbase() || next - place.height >= maturity)
  })
  const chosen: Coin[] = []
  let sum = 0n
  // Largest first, so that small change is left alone and transactions stay small.
  for (const coin of ripe.sort((a, b) => (a.value < b.value ? 1 : -1))) {
    if (sum >= needed) break
    chosen.push(coin)
    sum += coin.value
  }
  if (sum < needed) throw new Error('The rewards of the local Bitcoin chain that can be spent are used up')
  return chosen
}
