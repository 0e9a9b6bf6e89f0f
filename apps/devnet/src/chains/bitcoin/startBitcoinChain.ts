import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FamilyChain, StartFamilyChainOptions } from '../familyChain.js'
import { serveChain } from '../serveChain.js'
import { bitcoinAccounts, bitcoinMiner } from './bitcoinAccounts.js'
import { payFromRewards } from './bitcoinFaucet.js'
import { bitcoinChainId } from './bitcoinNetwork.js'
import { openBitcoinNode } from './bitcoinNode.js'
import { scriptOf } from './esploraForms.js'
import { esploraRoutes } from './esploraRoutes.js'

/** The local Bitcoin chain. */
export type BitcoinChain = FamilyChain & {
  /** Mines blocks at once; they hold what was waiting. */
  mine(blocks: number): Promise<void>
}

/** How to start the local Bitcoin chain. */
export type StartBitcoinChainOptions = StartFamilyChainOptions & {
  /** How long a transaction waits for its block, in milliseconds. Default: 1,000. */
  readonly blockDelay?: number
}

/** One bitcoin, in satoshi. */
const bitcoin = 100_000_000n
/** What an ordinal account begins with, in satoshi. */
const ordinalStart = 10_000_000n
const fundedAccounts = 10
/** Long enough for a transaction to be seen waiting, in milliseconds. */
const usualDelay = 1_000

/**
 * Starts a Bitcoin chain for development: a node in memory on regtest, reached as one reaches an Esplora explorer. A block
 * is mined a second after each transaction. The development phrase's first ten accounts of both kinds begin with money.
 *
 * @param options - Port, the folder for the blocks, and where to log.
 * @returns The chain, with `fund`, `mine` and `stop`.
 * @throws LatchkeyError INVALID_CONFIG when the port cannot be had.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 *
 * @example
 * import { startBitcoinChain } from '@latchkey/devnet'
 * const chain = await startBitcoinChain()
 * const [txid] = await chain.fund('bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk')
 * const utxo = await (await fetch(`${chain.url}/tx/${txid}`)).json()
 * await chain.stop()
 */
export async function startBitcoinChain(options: StartBitcoinChainOptions = {}): Promise<BitcoinChain> {
  const miner = bitcoinMiner()
  const node = await openBitcoinNode({ miner: miner.address, stateDir: options.stateDir, log: options.log })
  if (node.isNew) await giveFirstMoney(node, miner)

  let timer: NodeJS.Timeout | undefined
  const mineSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      // Another block may have been mined meanwhile.
      if (node.waiting() > 0) node.mine(1).catch(failed)
    }, options.blockDelay ?? usualDelay).unref()
  }
  const failed = (error: unknown) => options.log?.(`The local Bitcoin chain could not mine: ${String(error)}`)

  const served = await serveChain('The Bitcoin chain', esploraRoutes(node, mineSoon), options.port)

  let funding: Promise<unknown> = Promise.resolve()
  let stopping: Promise<void> | undefined
  const stop = async () => {
    clearTimeout(timer)
    await served.close()
    // Only blocks are kept: what waits gets its block now.
    if (node.waiting() > 0) await node.mine(1)
    await node.close()
  }

  return {
    chainId: bitcoinChainId,
    name: 'Local Bitcoin',
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    url: served.url,
    tokens: [],
    async fund(address) {
      if (scriptOf(address) === undefined) {
        throw new LatchkeyError('INVALID_ADDRESS', `${address} is not an address of the local Bitcoin chain`, {
          hints: ['Its addresses begin with bcrt1, m, n or 2.'],
        })
      }
      // One after another: two that choose at once would choose the same coins.
      const mine = funding.then(async () => {
        const txid = await payFromRewards(node, miner, [{ address, amount: bitcoin }])
        await node.mine(1)
        return [txid]
      })
      funding = mine.catch(() => {})
      return mine
    },
    mine: (blocks) => node.mine(blocks),
    stop: () => (stopping ??= stop()),
  }
}

async function giveFirstMoney(
  node: Parameters<typeof payFromRewards>[0],
  miner: Parameters<typeof payFromRewards>[1],
): Promise<void> {
  const outputs = bitcoinAccounts(fundedAccounts).flatMap(({ payment, ordinal }) => [
    { address: payment.address, amount: bitcoin },
    { address: ordinal.address, amount: ordinalStart },
  ])
  await payFromRewards(node, miner, outputs)
  await node.mine(1)
}
