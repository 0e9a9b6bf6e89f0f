import { setTimeout as sleep } from 'node:timers/promises'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { type Address, type Hex, parseGwei, toHex } from 'viem'
import { accounts } from './accounts.js'
import { nodeCall } from './nodeCall.js'

/**
 * Sends a transaction from account 0, which the node itself signs for, and waits until it is mined.
 *
 * @throws LatchkeyError EXECUTION_REVERTED when the transaction was mined and failed.
 */
export async function sendFromOperator(
  url: string,
  transaction: { to: Address; data?: Hex; value?: bigint },
): Promise<Hex> {
  const { to, data = '0x', value = 0n } = transaction
  const hash = await submit(url, {
    from: accounts[0]?.address,
    to,
    data,
    value: toHex(value),
    gas: toHex(15_000_000),
    // The same fee for all: of two transactions with one number, the later then never replaces the earlier.
    maxFeePerGas: toHex(parseGwei('100')),
    maxPriorityFeePerGas: toHex(parseGwei('1')),
  })
  const end = Date.now() + 30_000
  while (Date.now() < end) {
    const receipt = (await nodeCall(url, 'eth_getTransactionReceipt', [hash])) as { status?: string } | null
    if (receipt?.status === '0x1') return hash as Hex
    if (receipt !== null) throw new LatchkeyError('EXECUTION_REVERTED', `The contract at ${to} refused a transaction`)
    await sleep(10)
  }
  throw new LatchkeyError('RPC_TIMEOUT', `A transaction to ${to} was not mined within 30 s`)
}

/** Two senders at once get the same number from the node; the one that is turned away asks for another. */
async function submit(url: string, transaction: object): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await nodeCall(url, 'eth_sendTransaction', [transaction])
    } catch (error) {
      const taken = isLatchkeyError(error, 'NONCE_TOO_LOW') || (isLatchkeyError(error) && error.rpcCode === -32003)
      if (!taken || attempt === 40) throw error
      await sleep(attempt * 3)
    }
  }
}
