/** The chain id of the local Cosmos ledger, which every signature carries. */
export const cosmosChain = 'latchkey-1'

/** CAIP-2 id of the local Cosmos ledger. @see https://namespaces.chainagnostic.org/cosmos/caip2 */
export const cosmosChainId = `cosmos:${cosmosChain}` as const

/** The beginning of its addresses. */
export const cosmosPrefix = 'cosmos'

/** Its only coin, a millionth of an ATOM. */
export const cosmosDenom = 'uatom'
