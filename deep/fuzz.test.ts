import { createConfig, createStorage, formatAmount, isLatchkeyError, parseAmount, toChain } from '@latchkey/core'
import * as api from '@latchkey/protocol/api'
import { isAccountId, isChainId, parseAccountId, parseChainId, toAccountId } from '@latchkey/protocol/caip'
import { errorCodes, fromRpcError } from '@latchkey/protocol/errors'
import fc from 'fast-check'
import { expect, it } from 'vitest'
// biome-ignore lint/style/noRestrictedImports: as above
import { readAnswer, readBatchAnswer } from '../apps/server/src/platform/upstream/answer.js'
// biome-ignore lint/style/noRestrictedImports: as above
import { createReplyReader } from '../apps/server/src/platform/upstream/createReplyReader.js'
// biome-ignore lint/style/noRestrictedImports: the readers are not entry points
import { readSimplePost } from '../apps/server/src/rpc/readSimplePost.js'
// biome-ignore lint/style/noRestrictedImports: as above
import { readAnnouncement } from '../packages/connectors/src/injected/announcement.js'
import { printedSeed, rounds } from './rounds.js'
import { nearly, odd, textOf } from './test/odd.js'
import { cut, replyBytes } from './test/replies.js'
import { stateProblems } from './test/stateProblems.js'

const numRuns = rounds(2000, 300_000)
const seed = printedSeed('fuzz')
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Runs a property; what holds for plain values is checked without a matcher, which would cost more than the parser. */
function always<inputs extends [unknown, ...unknown[]]>(
  arbitraries: { [index in keyof inputs]: fc.Arbitrary<inputs[index]> },
  holds: (...inputs: inputs) => boolean,
): void {
  fc.assert(fc.property(...(arbitraries as unknown as [fc.Arbitrary<unknown>]), holds as never), { numRuns, seed })
}

function outcome<value>(run: () => value): { value: value } | { error: unknown } {
  try {
    return { value: run() }
  } catch (error) {
    return { error }
  }
}

it('caip: what is recognised is parsed and joined again, everything else is a RangeError', () => {
  const text = textOf('eip155', 'solana', 'bip122', ':', '::', '1', '8453', address, '-', '_', '%', ' ', '\n', '0x')
  always([fc.oneof(text, odd)], (value) => {
    const account = outcome(() => parseAccountId(value as string))
    const chain = outcome(() => parseChainId(value as string))
    if (isAccountId(value)) {
      if (isChainId(value) || !('value' in account)) return false
      return toAccountId(account.value.chainId, account.value.address) === value && isChainId(account.value.chainId)
    }
    if (typeof value !== 'string') return !isChainId(value)
    if ('value' in account || !(account.error instanceof RangeError)) return false
    if (!isChainId(value))
      return 'error' in chain && chain.error instanceof RangeError && chain.error.message.length < 200
    return 'value' in chain && `${chain.value.namespace}:${chain.value.reference}` === value
  })
})

it('announcements: a hostile one is no wallet or a harmless one', () => {
  const request = () => Promise.resolve(null)
  const info = nearly({
    uuid: fc.uuid(),
    name: fc.oneof(fc.string({ unit: 'binary', maxLength: 90 }), textOf('Meta', '\u202e', '\u200b', '<b>', '\n', ' ')),
    rdns: textOf('io', '.', 'metamask', 'A', '-', ' ', '/'),
    icon: textOf('data:', 'image/', 'svg+xml', 'png', ';base64,', ',', 'javascript:', 'http://x', '<script>'),
  })
  const detail = fc.oneof(nearly({ info, provider: nearly({ request: fc.constant(request) }) }), odd)
  always([detail], (value) => {
    const wallet = readAnnouncement({ detail: value } as unknown as Event)
    if (wallet === undefined) return true
    const { name, rdns, icon, provider } = wallet
    return (
      name.length > 0 &&
      name.length <= 64 &&
      !/[\p{Cc}\p{Cf}]|\s{2}|^\s|\s$/u.test(name) &&
      /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(rdns) &&
      (icon === undefined || icon.startsWith('data:image/') || /^data:image\//i.test(icon)) &&
      typeof provider.request === 'function'
    )
  })
})

it('fromRpcError: whatever is thrown becomes one coded error with a text', () => {
  const code = fc.oneof(fc.constantFrom(4001, 4902, -32000, -32603, -32002, '4001', '-32000'), fc.integer())
  const message = textOf('user rejected', 'nonce too low', 'insufficient funds', 'execution reverted', ' ', 'x')
  const inner = nearly({ code, message })
  const thrown = fc.oneof(nearly({ code, message, cause: inner, data: nearly({ originalError: inner }) }), odd)
  const codes: ReadonlySet<string> = new Set(errorCodes)
  always([thrown, fc.boolean()], (value, isError) => {
    const given = isError && typeof value === 'object' ? outcome(() => Object.assign(new Error('x'), value)) : { value }
    const error = fromRpcError('value' in given ? given.value : value)
    return isLatchkeyError(error) && codes.has(error.code) && typeof error.message === 'string' && error.message !== ''
  })
})

it('amounts: a text is refused, or means exactly one amount', () => {
  const text = fc.oneof(textOf('0', '1', '9', '.', ',', '-', '+', 'e', ' ', '000', '0x', '٣'), fc.string())
  const decimals = fc.nat(36)
  always([text, decimals], (value, places) => {
    const read = outcome(() => parseAmount(value, places))
    if ('error' in read) return isLatchkeyError(read.error, 'INVALID_AMOUNT')
    return read.value >= 0n && parseAmount(formatAmount(read.value, places), places) === read.value
  })
  always([fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), decimals], (amount, places) => {
    const shown = formatAmount(amount, places)
    return /^\d+(\.\d*[1-9])?$/.test(shown) && parseAmount(shown, places) === amount
  })
})

it('persisted state: whatever a storage holds, a page starts in a sound state', () => {
  const id = textOf('eip155', ':', '1', address, 'solana')
  const mostly = (...right: string[]) =>
    fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: id })
  const chains = nearly({ eip155: mostly('eip155:1', 'eip155:5'), solana: mostly('solana:x') })
  const account = mostly(`eip155:1:${address}`, 'solana:x:abc')
  const connection = nearly({
    connectorId: fc.constantFrom('a', 'b', '__proto__'),
    accounts: fc.array(account, { minLength: 1, maxLength: 3 }),
    chains,
    approved: fc.array(mostly('eip155:1', 'solana:x'), { maxLength: 2 }),
  })
  const saved = nearly({
    format: fc.constant(1),
    connections: fc.array(connection, { maxLength: 3 }),
    current: fc.oneof(
      fc.constant({}),
      nearly({ eip155: fc.constantFrom('a', 'b'), solana: fc.constantFrom('a', '__proto__') }),
    ),
    network: chains,
    active: fc.constantFrom('eip155', 'solana'),
  })
  const json = saved.map((value) => ('value' in outcome(() => JSON.stringify(value)) ? JSON.stringify(value) : '{'))
  const network = toChain({
    id: 1,
    name: 'One',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
  })
  const shown: string[] = []
  always([fc.oneof({ weight: 5, arbitrary: json }, { weight: 1, arbitrary: fc.string() })], (text) => {
    const store = { getItem: () => text, setItem: () => {}, removeItem: () => {} }
    const config = createConfig({ chains: [network], storage: createStorage({ store }) })
    if (config.state.connections.size > 0) shown.push('restored')
    const problems = stateProblems(config)
    config.destroy()
    if (problems.length > 0) throw new Error(problems.join(', '))
    return true
  })
  expect(shown.length, 'some are whole enough to be restored').toBeGreaterThan(0)
})

it('api schemas: an answer is taken as it will be read, or refused without a crash', () => {
  const chainId = fc.constantFrom('eip155:1', 'solana:x', 'eip155', '')
  const accountId = fc.constantFrom(`eip155:1:${address}`, 'eip155:1', '')
  const token = nearly({
    name: fc.string(),
    symbol: fc.string(),
    chainId,
    address: accountId,
    price: fc.double(),
    quantity: nearly({ decimals: fc.string(), numeric: fc.string() }),
    iconUrl: fc.string(),
  })
  const body = nearly({
    http: fc.array(chainId, { maxLength: 3 }),
    ws: fc.array(chainId, { maxLength: 3 }),
    balances: fc.array(token, { maxLength: 3 }),
    fungibles: fc.array(token, { maxLength: 3 }),
    currency: fc.constantFrom('usd', 'eur', 'xxx'),
    addresses: fc.array(accountId, { maxLength: 4 }),
    projectId: fc.string(),
    status: fc.constant('FAILED'),
    reasons: fc.array(nearly({ field: fc.string(), description: fc.string() }), { maxLength: 2 }),
  })
  const json = fc.oneof(body, odd).map((value) => {
    const text = outcome(() => JSON.stringify(value))
    return 'value' in text && text.value !== undefined ? (JSON.parse(text.value) as unknown) : undefined
  })
  const schemas = [api.supportedChains, api.balances, api.priceRequest, api.prices, api.refusal]
  always([json], (value) =>
    schemas.every((schema) => {
      const first = schema.safeParse(value)
      if (!first.success) return first.error.issues.length > 0
      const again = schema.safeParse(first.data)
      return again.success && JSON.stringify(again.data) === JSON.stringify(first.data)
    }),
  )
})

it('plain requests: a head is read only if nothing in it can be read in two ways', () => {
  const lines = fc.constantFrom(
    'POST /v1 HTTP/1.1\r\n',
    'POST /v1?chainId=eip155:1 HTTP/1.1\r\n',
    'GET /v1 HTTP/1.1\r\n',
    'POST /v1 HTTP/1.0\r\n',
    'Host: a\r\n',
    'Host: b\r\n',
    'Content-Length: 12\r\n',
    'content-length: 012\r\n',
    'content-length: 1e3\r\n',
    'Content-Length : 5\r\n',
    'Transfer-Encoding: chunked\r\n',
    'transfer-encoding:\tchunked\r\n',
    'X-A: b\r\n c\r\n',
    'X-A: b\n',
    'X-A: \0\r\n',
    'Connection: keep-alive\r\n',
    'Connection: upgrade\r\n',
    'Expect: 100-continue\r\n',
    'X-Forwarded-For: 1.1.1.1\r\n',
  )
  const whole = fc.shuffledSubarray(['Host: a\r\n', 'Content-Length: 12\r\n', 'Connection: keep-alive\r\n'])
  const head = fc
    .tuple(fc.boolean(), whole, fc.array(fc.oneof(lines, fc.string({ unit: 'binary' })), { maxLength: 5 }))
    .map(([begins, right, others]) => {
      const text = `${begins ? 'POST /v1 HTTP/1.1\r\n' : ''}${right.join('')}${others.join('')}\r\n\r\n`
      return text.slice(0, text.indexOf('\r\n\r\n') + 4)
    })
  let taken = 0
  always([head], (text) => {
    const read = readSimplePost(text)
    if (read === undefined) return true
    taken++
    const lower = text.toLowerCase()
    const count = (name: string) => lower.split('\r\n').filter((line) => line.startsWith(`${name}:`)).length
    return (
      lower.startsWith('post /v1') &&
      count('content-length') === 1 &&
      count('host') === 1 &&
      !/\n(transfer-encoding|expect|upgrade|te|trailer)\s*:/.test(lower) &&
      !/[\0\x7f]|[^\r]\n|\r[^\n]|\n[ \t]/.test(text) &&
      lower.includes(`\ncontent-length: ${read.length}\r\n`)
    )
  })
  expect(taken, 'some are plain enough to be read').toBeGreaterThan(0)
})

it('answers of nodes: the same bytes mean the same, however they are cut, and torn ones are refused', () => {
  let taken = 0
  const read = (parts: readonly Buffer[]) => {
    const reader = createReplyReader()
    try {
      for (const part of parts) {
        // The buffer of a socket is used again, so what was pushed is overwritten.
        const buffer = Buffer.from(part)
        const reply = part.length > 0 ? reader.push(buffer) : undefined
        buffer.fill(0x21)
        if (reply) return `${reply.status} ${reply.text}`
      }
      const reply = reader.end()
      return reply ? `${reply.status} ${reply.text}` : 'nothing'
    } catch (error) {
      if (!isLatchkeyError(error)) throw error
      return error.code
    }
  }
  always([replyBytes, fc.array(fc.nat(), { maxLength: 6 })], (bytes, places) => {
    const whole = read([bytes])
    if (/^\d/.test(whole)) taken++
    return read(cut(bytes, places)) === whole
  })
  expect(taken, 'some are whole').toBeGreaterThan(0)
})

it('JSON-RPC answers: the one that was asked for, word for word, or a refusal', () => {
  const id = fc.constantFrom<unknown>(7, 8, 9, '7', null, 7.5)
  const error = nearly({ code: fc.integer(), message: fc.string(), data: odd })
  const answer = nearly({ jsonrpc: fc.constant('2.0'), id, result: fc.jsonValue(), error: fc.option(error) })
  const value = fc.oneof(answer, fc.array(answer, { maxLength: 3 }), odd)
  const text = fc.oneof(
    { weight: 4, arbitrary: value.map((item) => outcome(() => JSON.stringify(item) ?? '')) },
    {
      weight: 1,
      arbitrary: textOf('{"jsonrpc":"2.0","id":7,"result":', '"id"', ':8', '}', ',', '1', '"\\u0069d"').map((item) => ({
        value: item,
      })),
    },
  )
  always([text], (made) => {
    if (!('value' in made)) return true
    const single = outcome(() => readAnswer(made.value, 7))
    const batch = outcome(() => readBatchAnswer(made.value, 7, 2))
    const answers = [single, batch].flatMap((read) => ('value' in read ? [read.value].flat() : []))
    const refusals = [single, batch].flatMap((read) => ('error' in read ? [read.error] : []))
    return (
      refusals.every((refusal) => isLatchkeyError(refusal, 'RPC_BAD_ANSWER')) &&
      answers.every((one) => {
        // What goes on to the asker is valid JSON under the asker's id, and no second id can hide in it. Some nodes
        // write `"error":null` beside a result.
        const passed = JSON.parse(`{"jsonrpc":"2.0","id":"mine",${one.tail}`) as { [key: string]: unknown }
        return passed.id === 'mine' && 'result' in passed === one.ok && ((passed.error ?? null) === null) === one.ok
      })
    )
  })
})
