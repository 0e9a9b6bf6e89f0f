import type { ChainId, Namespace } from '@latchkey/protocol/caip'
import type { ChainToken } from '../platform/chains/chain.js'
import type { ChainReader } from '../platform/upstream/chainReader.js'
import type { CollectibleReader } from '../platform/upstream/collectibleReader.js'
import type { HeadMemory } from '../platform/upstream/createHeadMemory.js'
import type { NodeReads } from '../platform/upstream/createNodeReads.js'
import type { HistoryReader } from '../platform/upstream/historyReader.js'
import type { NodeCheck } from '../platform/upstream/nodeCheck.js'
import type { RestAnswer } from '../platform/upstream/restAnswer.js'
import type { RestRule } from '../platform/upstream/restRule.js'

/** The facts of a wallet in the bundled directory. */
export type WalletFacts = {
  /** Its id in the public directory, where that is known; else one is made of the name. */
  id?: string
  families: Namespace[]
  mobile?: string
  desktop?: string
  web?: string
  ios?: number
  android?: string
  chrome?: string
  rdns?: string
}

/** The nodes of a family, as far as its readers ask them. */
export type FamilyNodes = RestNodes & NodeReads

/** The REST nodes, as far as readers ask them. */
export type RestNodes = { get(chainId: ChainId, path: string): Promise<RestAnswer> }

/** INTERFACE: what the server knows of a chain family that has a folder of its own. */
export type ServerFamily = {
  readonly namespace: Namespace
  /** How a node is asked which chain it is on. */
  nodeCheck(reference: string): NodeCheck
  /** The allowed requests to its nodes, where they have a REST API. */
  readonly restRules?: readonly RestRule[]
  /** `isAtHead` detects the responses of a node that lags behind. */
  createReader(options: { readonly nodes: FamilyNodes; readonly isAtHead: HeadMemory }): ChainReader
  /** Absent where no node tells what an account did. */
  createHistory?(options: { readonly nodes: FamilyNodes }): HistoryReader
  /** Absent where no node tells what an account collects. */
  createCollectibles?(options: { readonly nodes: FamilyNodes }): CollectibleReader
  /** The chains that its wallets are listed with. */
  readonly chains: readonly ChainId[]
  /** Pictures as SVG, by CAIP-2 id, and by the id that existing clients ask with. */
  readonly images: { readonly [chainId: string]: string }
  /** Pictures as SVG, by the symbol in capitals. */
  readonly tokenImages: { readonly [symbol: string]: string }
  /** The placeholder address of the native coin. Default: `0xeeee…eeee`. */
  readonly nativeAddress?: string
  /** The token by which programs hold the coin, on every chain of the family. */
  readonly wrappedCoin?: ChainToken
  /** What CoinGecko calls a chain and its coin. */
  readonly prices: { readonly [chainId in ChainId]?: { readonly platform: string; readonly coin: string } }
  /** Its wallets in the bundled directory. */
  readonly wallets: readonly (WalletFacts & { readonly name: string; readonly homepage: string })[]
}
