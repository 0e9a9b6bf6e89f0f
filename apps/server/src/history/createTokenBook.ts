import type { ChainId } from '@latchkey/protocol/caip'
import { cleanName } from '@latchkey/protocol/internal/text'
import { decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem'
import type { NodeAnswer } from '../platform/upstream/answer.js'
import type { Nodes } from '../platform/upstream/nodes.js'
import type { HistoryTables, TokenFacts } from './createHistoryTables.js'

/** Returns name, symbol and decimals of token contracts; each contract is asked once. */
export type TokenBook = (chainId: ChainId, contracts: readonly string[]) => Promise<ReadonlyMap<string, TokenFacts>>

const questions = ['name', 'symbol', 'decimals'] as const
const noText = ''
/** `decimals` is a `uint8`. */
const mostDecimals = 255

/**
 * Creates the book of tokens of a server.
 *
 * @param options - The nodes and the tables.
 * @returns The book; a contract that says nothing of itself, or nothing that can be, is in it with empty texts and no decimals.
 */
export function createTokenBook({ nodes, tables }: { nodes: Nodes; tables: HistoryTables }): TokenBook {
  return async (chainId, contracts) => {
    if (contracts.length === 0) return new Map()
    const known = new Map((await tables.tokens(chainId, contracts)).map((facts) => [facts.address, facts]))
    const unknown = contracts.filter((contract) => !known.has(contract))
    if (unknown.length === 0) return known
    const answers = await nodes.readBatch(
      chainId,
      unknown.flatMap((to) =>
        questions.map((functionName) => ({
          method: 'eth_call',
          params: [{ to, data: encodeFunctionData({ abi: erc20Abi, functionName }) }, 'latest'],
        })),
      ),
    )
    const learnt = unknown.map((address, index): TokenFacts => {
      const [name, symbol, decimals] = answers.slice(index * questions.length)
      return {
        address,
        name: readText('name', name, 100),
        symbol: readText('symbol', symbol, 32),
        decimals: readDecimals(decimals),
      }
    })
    await tables.keepTokens(chainId, learnt)
    return new Map([...known, ...learnt.map((facts) => [facts.address, facts] as const)])
  }
}

function readText(functionName: 'name' | 'symbol', answer: NodeAnswer | undefined, length: number): string {
  const text = read(functionName, answer)
  // A contract may say anything; what could turn or break a line is left out.
  return typeof text === 'string' ? cleanName(text, length) : noText
}

function readDecimals(answer: NodeAnswer | undefined): number {
  const decimals = read('decimals', answer)
  // Decoded as a number of any size: an amount with millions of decimals would be a text of millions of digits.
  return typeof decimals === 'number' && decimals <= mostDecimals ? decimals : 0
}

function read(functionName: (typeof questions)[number], answer: NodeAnswer | undefined): unknown {
  if (!answer?.ok || typeof answer.result !== 'string') return undefined
  try {
    return decodeFunctionResult({ abi: erc20Abi, functionName, data: answer.result as `0x${string}` })
  } catch {
    return undefined
  }
}
