import { type Address, type Hex, isAddress, isHex } from 'viem'
import { ProviderError } from '../providerError.js'
import { walletNode } from '../walletNode.js'
import { transactionSummary } from './transactionSummary.js'
import type { WalletContext } from './walletContext.js'

type Fields = { [key: string]: unknown }

/** `eth_sendTransaction`: fills in what the site left open, asks the person, signs here and sends it raw. */
export async function walletTransaction(context: WalletContext, params: readonly unknown[]): Promise<unknown> {
  const fields = params[0]
  if (typeof fields !== 'object' || fields === null) throw invalid('A transaction must be an object.')
  const { from, to, data, value } = readFields(fields as Fields)
  const { chainId, url } = context.chain()
  const wanted = quantity(fields as Fields, 'chainId')
  if (wanted !== undefined && wanted !== BigInt(chainId)) {
    throw invalid(`The transaction is for chain ${wanted}, the wallet is on chain ${chainId}.`)
  }
  const key = context.keys.find(({ address }) => address.toLowerCase() === from.toLowerCase())
  const visible = context.visible().some((address) => address.toLowerCase() === from.toLowerCase())
  if (key === undefined || !visible) throw new ProviderError(4100, `The site may not use the account ${from}.`)

  const gas = quantity(fields as Fields, 'gas') ?? (await estimate(url, { from, to, data, value }))
  const fees = await findFees(url, fields as Fields)
  const maxFeePerGas = 'gasPrice' in fees ? fees.gasPrice : fees.maxFeePerGas
  const summary = await transactionSummary(url, { to, value, data, gas, maxFeePerGas })
  await context.confirm({ kind: 'transaction', summary, data })

  return context.inTurn(async () => {
    const counted = async () => BigInt(String(await walletNode(url, 'eth_getTransactionCount', [from, 'pending'])))
    const nonce = Number(quantity(fields as Fields, 'nonce') ?? (await counted()))
    const raw = await key.signTransaction({
      chainId,
      nonce,
      gas,
      data,
      value,
      ...(to === undefined ? {} : { to }),
      ...fees,
    })
    return walletNode(url, 'eth_sendRawTransaction', [raw])
  })
}

function readFields(fields: Fields): { from: Address; to: Address | undefined; data: Hex; value: bigint } {
  const { from, to } = fields
  if (typeof from !== 'string' || !isAddress(from, { strict: false })) throw invalid('`from` is not an address.')
  if (to !== undefined && to !== null && (typeof to !== 'string' || !isAddress(to, { strict: false }))) {
    throw invalid('`to` is not an address.')
  }
  const data = fields.data ?? fields.input ?? '0x'
  if (!isHex(data) || data.length % 2 === 1) throw invalid('`data` is not hexadecimal.')
  const recipient = typeof to === 'string' ? (to as Address) : undefined
  if (recipient === undefined && data === '0x') throw invalid('A transaction needs `to` or `data`.')
  return { from, to: recipient, data, value: quantity(fields, 'value') ?? 0n }
}

function quantity(fields: Fields, name: string): bigint | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw invalid(`\`${name}\` is not a quantity.`)
  return BigInt(value)
}

async function estimate(
  url: string,
  transaction: { from: Address; to: Address | undefined; data: Hex; value: bigint },
): Promise<bigint> {
  const { from, to, data, value } = transaction
  const call = { from, data, value: `0x${value.toString(16)}`, ...(to === undefined ? {} : { to }) }
  const gas = BigInt(String(await walletNode(url, 'eth_estimateGas', [call])))
  // A plain payment costs the same always; anything else may need more by the time it is mined.
  return data === '0x' && gas === 21_000n ? gas : (gas * 5n) / 4n
}

type Fees =
  | { type: 'legacy'; gasPrice: bigint }
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }

async function findFees(url: string, fields: Fields): Promise<Fees> {
  const gasPrice = quantity(fields, 'gasPrice')
  if (gasPrice !== undefined) return { type: 'legacy', gasPrice }
  const tip =
    quantity(fields, 'maxPriorityFeePerGas') ?? BigInt(String(await walletNode(url, 'eth_maxPriorityFeePerGas')))
  const block = (await walletNode(url, 'eth_getBlockByNumber', ['latest', false])) as { baseFeePerGas?: string } | null
  const maxFeePerGas = quantity(fields, 'maxFeePerGas') ?? BigInt(block?.baseFeePerGas ?? '0x0') * 2n + tip
  return { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas }
}

function invalid(message: string): ProviderError {
  return new ProviderError(-32602, message)
}
