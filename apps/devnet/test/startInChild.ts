import { startEvmChains } from '../src/chains/evm/startEvmChains.js'

/** Starts the chains in a process of its own, which a test then kills: `startInChild.ts [stateDir]`. */
const [, , stateDir] = process.argv
const { chains } = await startEvmChains(stateDir ? { stateDir } : {})
process.stdout.write(`${JSON.stringify(chains)}\n`)
setInterval(() => {}, 60_000)
