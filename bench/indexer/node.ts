/** A node of a chain made up of transfers, in a process of its own; it says its port to who started it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [blocks, transfers, traces] = process.argv.slice(2).map(Number) as [number, number, number]
const word = (value: bigint | number) => value.toString(16).padStart(64, '0')
const addressOf = (seed: number) => `0x${word(BigInt(seed) * 2_654_435_761n + 7n).slice(24)}`
const hashOf = (number: number) => `0x${word(number + 1)}`
const topic = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  single: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
}
const bloom = `0x${'0'.repeat(512)}`
const answers = new Map<string, string>()

/** Eight of ten move an ERC-20 token, one an ERC-721, one an ERC-1155, each from one of many accounts to another. */
function logOf(number: number, at: number) {
  const [from, to] = [at * 31 + number, at * 17 + number * 3].map(
    (seed) => `0x${'0'.repeat(24)}${addressOf(seed % 50_000).slice(2)}`,
  )
  const address = addressOf(1_000_000 + (at % 40))
  if (at % 10 === 8)
    return { address, topics: [topic.transfer, from, to, `0x${word(number * 1_000 + at)}`], data: '0x' }
  if (at % 10 === 9) return { address, topics: [topic.single, from, from, to], data: `0x${word(at % 7)}${word(2)}` }
  return {
    address,
    topics: [topic.transfer, from, to],
    data: `0x${word(BigInt(number) * 10n ** 18n + BigInt(at) + 1n)}`,
  }
}

const transactionOf = (number: number, at: number) => ({
  hash: `0x${word(number * 1_000 + at + 1)}`,
  from: addressOf((at * 31 + number) % 50_000),
  to: addressOf(1_000_000 + (at % 40)),
  nonce: `0x${number.toString(16)}`,
  value: '0x0',
  input: `0xa9059cbb${word(at)}${word(number)}`,
  transactionIndex: `0x${at.toString(16)}`,
  gas: '0x186a0',
  gasPrice: '0x3b9aca00',
  blockHash: hashOf(number),
  type: '0x2',
  r: hashOf(at),
  s: hashOf(at),
  v: '0x1',
})

function blockOf(number: number, isWhole: boolean) {
  const head = {
    number: `0x${number.toString(16)}`,
    hash: hashOf(number),
    parentHash: hashOf(number - 1),
    timestamp: `0x${(1_700_000_000 + number).toString(16)}`,
    logsBloom: bloom,
    gasUsed: '0x1c9c380',
  }
  const each = Array.from({ length: transfers }, (_, at) => transactionOf(number, at))
  return { ...head, transactions: isWhole ? each : each.map(({ hash }) => hash) }
}

function receiptsOf(number: number) {
  return Array.from({ length: transfers }, (_, at) => {
    const { hash, from, to } = transactionOf(number, at)
    const place = { transactionHash: hash, blockHash: hashOf(number), blockNumber: `0x${number.toString(16)}` }
    return {
      ...place,
      from,
      to,
      status: '0x1',
      logsBloom: bloom,
      gasUsed: '0xc350',
      effectiveGasPrice: '0x3b9aca00',
      logs: [{ ...logOf(number, at), ...place, logIndex: `0x${at.toString(16)}`, removed: false }],
    }
  })
}

/** What the contracts did: each transaction calls one, which runs code on its own behalf and pays in the coin of the chain. */
function tracesOf(number: number) {
  return Array.from({ length: transfers }, (_, at) => {
    const { hash, from, to, input } = transactionOf(number, at)
    const gas = { gas: '0x186a0', gasUsed: '0xc350' }
    const frame = { from: to, to: addressOf((at * 17 + number * 3) % 50_000), input: '0x', ...gas }
    const calls = [
      { ...frame, type: 'DELEGATECALL', value: '0x0', input, output: `0x${word(1)}` },
      { ...frame, type: 'CALL', value: `0x${(at + 1).toString(16)}` },
    ]
    return {
      txHash: hash,
      result: { type: 'CALL', from, to, value: '0x0', input, output: `0x${word(1)}`, ...gas, calls },
    }
  })
}

/** Made once, so that the first reading pays for it. */
function answer(method: string, params: readonly unknown[]): string {
  const [tag, isWhole] = params
  // A block's hash is one more than its number.
  const isByHash = method === 'debug_traceBlockByHash'
  const number = tag === 'latest' ? blocks - 1 : Number(tag) - (isByHash ? 1 : 0)
  const key = `${method} ${number} ${isWhole}`
  const made = answers.get(key)
  if (made !== undefined) return made
  const result =
    number >= blocks
      ? null
      : isByHash
        ? tracesOf(number)
        : method === 'eth_getBlockReceipts'
          ? receiptsOf(number)
          : blockOf(number, isWhole === true)
  const text = JSON.stringify(result)
  answers.set(key, text)
  return text
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    const asked = JSON.parse(Buffer.concat(parts).toString())
    const calls = [asked].flat() as { id: number; method: string; params: unknown[] }[]
    const texts = calls.map(({ id, method, params }) =>
      traces === 0 && /trace/.test(method)
        ? `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"The method is not available"}}`
        : `{"jsonrpc":"2.0","id":${id},"result":${answer(method, params)}}`,
    )
    response.setHeader('content-type', 'application/json')
    response.end(Array.isArray(asked) ? `[${texts.join(',')}]` : texts[0])
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
