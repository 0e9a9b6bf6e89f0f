import { type AccountId, parseAccountId } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'
import { isNative } from './swapNetworks.js'

/**
 * Reads what a transaction brought an account: of a token from the transfers in its receipt, of the native coin from the balances
 * before and after its block and the fee.
 *
 * @returns Base units; undefined where the node cannot tell.
 */
export async function readReceived(
  config: Config,
  asked: { readonly hash: string; readonly account: AccountId; readonly token: AccountId },
): Promise<bigint | undefined> {
  const [{ getClient }, { erc20Abi, parseEventLogs }, { getBalance, getTransaction, getTransactionReceipt }] =
    await Promise.all([import('../contracts/getClient.js'), import('viem'), import('viem/actions')])
  const { chainId, address } = parseAccountId(asked.account)
  const account = address as `0x${string}`
  const hash = asked.hash as `0x${string}`
  const client = getClient(config, { chainId: Number(chainId.split(':')[1]) as never })
  try {
    const receipt = await getTransactionReceipt(client, { hash })
    if (isNative(asked.token)) {
      const { blockNumber, gasUsed, effectiveGasPrice } = receipt
      const [before, after, { value }] = await Promise.all([
        getBalance(client, { address: account, blockNumber: blockNumber - 1n }),
        getBalance(client, { address: account, blockNumber }),
        getTransaction(client, { hash }),
      ])
      const received = after - before + gasUsed * effectiveGasPrice + value
      return received > 0n ? received : undefined
    }
    const token = parseAccountId(asked.token).address.toLowerCase()
    const logs = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs }).filter(
      (log) => log.address.toLowerCase() === token,
    )
    const isOwn = (other: string) => other.toLowerCase() === address.toLowerCase()
    let received = 0n
    for (const { args } of logs) {
      if (isOwn(args.to)) received += args.value
      if (isOwn(args.from)) received -= args.value
    }
    return received > 0n ? received : undefined
  } catch {
    return undefined
  }
}
