import { type AccountId, parseAccountId } from '@latchkey/protocol/caip'
import { fromRpcError, isLatchkeyError } from '@latchkey/protocol/errors'
import type { Config } from '../createConfig.js'

/** A call that is simulated. */
export type Call = { readonly to: string; readonly data: `0x${string}`; readonly value?: bigint }

/**
 * Simulates calls one after the other, on top of the latest block.
 *
 * @param simulation - The account that calls, the calls, and the token, as CAIP-10, that the last one is to bring.
 * @returns What the account gets of the token by the last call; undefined where the node cannot tell.
 * @throws EXECUTION_REVERTED or INSUFFICIENT_FUNDS where one of them would fail.
 */
export async function simulateSwap(
  config: Config,
  simulation: { readonly account: AccountId; readonly calls: readonly Call[]; readonly to: AccountId },
): Promise<bigint | undefined> {
  const [{ getClient }, { numberToHex, encodeEventTopics, erc20Abi, pad }] = await Promise.all([
    import('../contracts/getClient.js'),
    import('viem'),
  ])
  const { chainId, address } = parseAccountId(simulation.account)
  const client = getClient(config, { chainId: Number(chainId.split(':')[1]) as never })
  const [transfer] = encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer' })
  const token = parseAccountId(simulation.to).address.toLowerCase()
  const calls = simulation.calls.map(({ to, data, value = 0n }) => ({
    from: address,
    to,
    data,
    value: numberToHex(value),
  }))
  const request = {
    method: 'eth_simulateV1',
    params: [{ blockStateCalls: [{ calls }], traceTransfers: true }, 'latest'],
  }
  let answer: unknown
  try {
    answer = await client.request(request as never)
  } catch (thrown) {
    const error = fromRpcError(thrown)
    if (isLatchkeyError(error, 'EXECUTION_REVERTED') || isLatchkeyError(error, 'INSUFFICIENT_FUNDS')) throw error
    return undefined
  }
  const results = readResults(answer)
  const failed = results.find(({ status }) => status === '0x0')
  if (failed) throw fromRpcError({ code: 3, message: `execution reverted: ${failed.error?.message ?? ''}` })
  const last = results.at(-1)
  if (!last || results.length !== calls.length) return undefined
  const own = pad(address.toLowerCase() as `0x${string}`)
  let received = 0n
  for (const log of last.logs) {
    if (log.address.toLowerCase() !== token || log.topics[0] !== transfer || log.topics.length !== 3) continue
    const amount = /^0x[0-9a-f]{1,64}$/i.test(log.data) ? BigInt(log.data) : 0n
    if (log.topics[2]?.toLowerCase() === own) received += amount
    if (log.topics[1]?.toLowerCase() === own) received -= amount
  }
  return received
}

type CallResult = {
  readonly status: string
  readonly error?: { readonly message?: string }
  readonly logs: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[]
}

function readResults(answer: unknown): readonly CallResult[] {
  const results = (answer as { calls?: CallResult[] }[] | undefined)?.[0]?.calls
  const isWhole =
    Array.isArray(results) && results.every((one) => typeof one?.status === 'string' && Array.isArray(one.logs))
  return isWhole ? results : []
}
