export { parseSendOptions } from '../namespaces/solana/sendOptions.js'
export { solana } from '../namespaces/solana/solana.js'
