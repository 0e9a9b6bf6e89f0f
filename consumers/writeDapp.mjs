// The dapp of consumers/bundlers/dapp, for an app of any framework: its two files, and beside them what a real one would take from
// `@latchkey/core/chains` and its own settings, here the chains and the wallet of the local world.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { must } from './steps.mjs'

const shared = ['config.ts', 'Dapp.tsx']
const ceiling = { lines: 60, columns: 120 }

/** Whom the dapp pays. */
export const friend = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/**
 * Writes the dapp into a folder.
 *
 * @param {string} folder - Where to; what is there already is counted in.
 * @param {string[]} own - The dapp's files of the framework, which are in the folder.
 * @param {object} world - What `startWorld` answered with.
 * @returns {number} Its lines, without empty ones.
 */
export function writeDapp(folder, own, world) {
  for (const file of shared)
    copyFileSync(fileURLToPath(new URL(`bundlers/dapp/${file}`, import.meta.url)), join(folder, file))
  writeFileSync(join(folder, 'world.ts'), worldFile(world))
  const texts = [...shared, ...own].map((file) => readFileSync(join(folder, file), 'utf8'))
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.trim())
  must(lines.length <= ceiling.lines, `the dapp has ${lines.length} lines`)
  const long = lines.find(({ length }) => length > ceiling.columns)
  must(!long, `the dapp has a line of more than ${ceiling.columns} columns: ${long}`)
  const cast = texts.map(castIn).find(Boolean)
  must(!cast, `the dapp casts: ${cast}`)
  return lines.length
}

/** The first cast, assertion or silenced error of a file. */
export function castIn(text) {
  const code = text.replace(/'[^'\n]*'/g, "''")
  return /\bas\b|\bany\b|\bsatisfies\b|@ts-|biome-ignore|eslint-|[\w)\]]!(?!=)/.exec(code)?.[0]
}

/** The file `world.ts` of an app: the chains, the wallet and the coin of the local world. */
export function worldFile({ chains: [ethereum, base], solana, usdc, walletUrl }) {
  const evm = ({ chainId, name, url }) => `toChain({
  id: ${chainId},
  name: '${name}',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['${url}'] } },
})`
  return `import { toChain } from '@latchkey/core'
import type { Address } from 'viem'

export const ethereum = ${evm(ethereum)}
export const base = ${evm(base)}
export const solanaChain = toChain({
  id: '${solana.chainId.split(':')[1]}',
  chainNamespace: 'solana',
  name: '${solana.name}',
  nativeCurrency: { name: 'SOL', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['${solana.url}'] } },
})
export const usdc: Address = '${usdc}'
export const friend: Address = '${friend}'
export const walletUrl = '${walletUrl}'
`
}
