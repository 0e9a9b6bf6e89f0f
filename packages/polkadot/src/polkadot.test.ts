import { startPolkadotLedger } from '@latchkey/devnet'
import { readSs58, toSs58 } from '@latchkey/protocol/internal/polkadot'
import {
  blake2AsHex,
  cryptoWaitReady,
  decodeAddress,
  ed25519Verify,
  encodeAddress,
  signatureVerify,
  xxhashAsHex,
} from '@polkadot/util-crypto'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { testChain } from '../../core/test/chains.js'
import { type Call, substrateServer } from '../test/substrateServer.js'
import { polkadot } from './polkadot.js'
import { createFakePolkadot } from './testing/createFakePolkadot.js'

const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const adapter = polkadot()
const chain = testChain('polkadot:91b171bb158e2d3848fa23a9f1c25182', {
  nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
})

beforeAll(() => cryptoWaitReady())

/** What a node stores for an account: counters, free, reserved, frozen, flags. */
function stored(free: bigint): string {
  const number = (value: bigint) => Array.from({ length: 16 }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))
  const counters = [7, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
  return `0x${Buffer.from([...counters, ...number(free), ...number(99n), ...number(98n), ...number(97n)]).toString('hex')}`
}

/** As extensions wrap what a page wants signed. */
const wrap = (bytes: Uint8Array) => Buffer.concat([Buffer.from('<Bytes>'), bytes, Buffer.from('</Bytes>')])

async function setUp(answer: (call: Call) => unknown) {
  const server = await substrateServer(answer)
  return { server, context: { chain, rpcUrls: [server.url] } }
}

describe('addresses', () => {
  it('reads what the reference library writes, for every prefix that there is, and writes the same', () => {
    for (let prefix = 0; prefix < 16_384; prefix += 1 + (prefix % 61)) {
      if (prefix === 46 || prefix === 47) continue
      const key = new Uint8Array(32).map((_, at) => (prefix * 31 + at * 17) & 255)
      const address = encodeAddress(key, prefix)
      expect(readSs58(address), address).toEqual({ publicKey: key, prefix })
      expect(toSs58(alice, prefix)).toBe(encodeAddress(decodeAddress(alice), prefix))
      expect(adapter.isAddress(address)).toBe(true)
    }
  })

  it('agrees with the reference library on what one wrong character makes of an address', async () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl '
    const isRight = (text: string) => {
      try {
        return decodeAddress(text).length === 32
      } catch {
        return false
      }
    }
    for (const address of [alice, encodeAddress(decodeAddress(alice), 0), encodeAddress(decodeAddress(alice), 4_242)]) {
      for (let at = 0; at < address.length; at++) {
        const other = alphabet[(at * 7_919 + address.charCodeAt(at)) % alphabet.length]
        const spoiled = `${address.slice(0, at)}${other}${address.slice(at + 1)}`
        expect(adapter.isAddress(spoiled), spoiled).toBe(isRight(spoiled))
        if (spoiled !== address) expect(await adapter.hasValidChecksum(spoiled)).toBe(false)
      }
    }
  })

  it.each([
    '',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    `0x${'11'.repeat(32)}`,
    '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    '5'.repeat(48),
    'é'.repeat(48),
  ])('error: %s is none', (text) => {
    expect(adapter.isAddress(text)).toBe(false)
    expect(() => toSs58(text, 0)).toThrow(expect.objectContaining({ code: 'INVALID_ADDRESS' }))
  })

  it('error: a prefix that no network can have', () => {
    for (const prefix of [-1, 1.5, 16_384, Number.NaN])
      expect(() => toSs58(alice, prefix)).toThrow(expect.objectContaining({ code: 'INVALID_ADDRESS' }))
  })
})

describe('balances', () => {
  it('reads what is free from where the reference library says that it stands, however the address is written', async () => {
    const { server, context } = await setUp(({ method }) =>
      method === 'state_getStorage' ? stored(123_456_789_012_345_678_901n) : `0x${chain.id}${'00'.repeat(16)}`,
    )
    for (const address of [alice, toSs58(alice, 0), toSs58(alice, 2_000)])
      expect(await adapter.getBalance(context, address)).toBe(123_456_789_012_345_678_901n)
    const key = decodeAddress(alice)
    const place = [xxhashAsHex('System', 128), xxhashAsHex('Account', 128), blake2AsHex(key, 128)]
    const wanted = `0x${place.map((text) => text.slice(2)).join('')}${Buffer.from(key).toString('hex')}`
    const asked = server.calls.filter(({ method }) => method === 'state_getStorage').map(({ params }) => params)
    expect(asked).toEqual([[wanted], [wanted], [wanted]])
    expect(await adapter.getBalances(context, alice)).toEqual([
      {
        name: 'Polkadot',
        symbol: 'DOT',
        chainId: chain.caipNetworkId,
        price: 0,
        quantity: { decimals: '10', numeric: '12345678901.2345678901' },
        iconUrl: '',
      },
    ])
  })

  it('reads what a ledger under the true storage keys gave', async () => {
    const ledger = await startPolkadotLedger({ port: 0 })
    onTestFinished(() => ledger.stop())
    const { address, publicKey } = await createFakePolkadot({ prefix: 42 })
    const context = {
      chain: testChain(ledger.chainId, { nativeCurrency: ledger.nativeCurrency }),
      rpcUrls: [ledger.url],
    }
    expect(await adapter.getBalance(context, address)).toBe(0n)
    await ledger.fund(address)
    const written = [0, 42, 2_000].map((prefix) => encodeAddress(`0x${publicKey}`, prefix))
    for (const same of written) expect(await adapter.getBalance(context, same)).toBe(100_000_000_000n)
    await expect(adapter.getBalance({ ...context, chain }, address)).rejects.toMatchObject({ code: 'RPC_BAD_ANSWER' })
  })

  it('an account that is not stored holds nothing; a node that does not say its network may still be right', async () => {
    const { context } = await setUp(({ method }) => (method === 'state_getStorage' ? null : undefined))
    expect(await adapter.getBalance(context, alice)).toBe(0n)
  })

  it('error: a node of another network, a refusal, nonsense, what is no address', async () => {
    const other = await setUp(({ method }) => (method === 'state_getStorage' ? stored(5n) : `0x${'ab'.repeat(32)}`))
    await expect(adapter.getBalance(other.context, alice)).rejects.toMatchObject({
      code: 'RPC_BAD_ANSWER',
      message: `The node that is set for ${chain.name} serves another network.`,
    })
    const refusing = await setUp(() => undefined)
    await expect(adapter.getBalance(refusing.context, alice)).rejects.toMatchObject({
      code: 'RPC_ERROR',
      details: expect.stringContaining('Method not found'),
    })
    for (const text of ['banana', '0x', '0x00', stored(5n).slice(0, -2), 7, {}]) {
      const { context } = await setUp(({ method }) => (method === 'state_getStorage' ? text : null))
      await expect(adapter.getBalance(context, alice), String(text)).rejects.toMatchObject({ code: 'RPC_BAD_ANSWER' })
    }
    await expect(adapter.getBalance(refusing.context, 'banana')).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
    await expect(adapter.getBalance({ chain, rpcUrls: [] }, alice)).rejects.toMatchObject({ code: 'NO_RPC_URL' })
  })
})

describe('messages', () => {
  it('are signed as the reference library verifies them', async () => {
    const { provider, address } = await createFakePolkadot({ prefix: 42 })
    const { caipNetworkId: chainId } = chain
    for (const message of ['Hello', 'Grüße 🌍', '', new Uint8Array([0, 255, 1])]) {
      const signature = await adapter.signMessage(provider, { address, chainId, message })
      const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
      const wrapped = wrap(bytes)
      expect(ed25519Verify(wrapped, signature, decodeAddress(address))).toBe(true)
      expect(signatureVerify(wrapped, signature, address)).toMatchObject({ isValid: true, crypto: 'ed25519' })
      expect(signatureVerify(wrap(Uint8Array.of(...bytes, 1)), signature, address).isValid).toBe(false)
    }
  })

  it.each([
    ['reject', 'USER_REJECTED'],
    ['nonsense', 'WALLET_BAD_ANSWER'],
  ] as const)('error: a wallet with %s ends in %s', async (name, code) => {
    const { provider, address, switches } = await createFakePolkadot()
    switches[name] = true
    const request = { address, chainId: chain.caipNetworkId, message: 'Hello' }
    await expect(adapter.signMessage(provider, request)).rejects.toMatchObject({ code })
  })
})

it('error: sending is refused with a reason, and nobody is asked', async () => {
  const { server, context } = await setUp(() => null)
  const { provider, address, calls } = await createFakePolkadot()
  const { caipNetworkId: chainId } = chain
  const transfer = { from: address, to: alice, amount: 1n }
  const told = { code: 'SENDING_UNSUPPORTED', message: expect.stringContaining('Send from the wallet itself') }
  await expect(adapter.quoteTransfer(context, transfer)).rejects.toMatchObject(told)
  await expect(adapter.toTransaction(context, transfer)).rejects.toMatchObject(told)
  await expect(adapter.waitForTransactionReceipt(context, { hash: '0x' })).rejects.toMatchObject(told)
  const request = { address, chainId, context, transaction: { to: alice, value: 1n } }
  await expect(adapter.sendTransaction(provider, request)).rejects.toMatchObject(told)
  expect([...server.calls, ...calls]).toEqual([])
})
