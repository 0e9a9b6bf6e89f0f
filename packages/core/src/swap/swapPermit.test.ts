import { accounts, type EvmChains, permitToken, startEvmChains, swapV3Addresses } from '@latchkey/devnet'
import type { TestProvider } from '@latchkey/devnet/wallet'
import {
  concat,
  createPublicClient,
  createTestClient,
  createWalletClient,
  domainSeparator,
  encodeAbiParameters,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  padHex,
  parseAbi,
  parseSignature,
  stringToHex,
  toBytes,
  toFunctionSelector,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { changedNode } from '../../test/changedNode.js'
import { constantContract } from '../../test/constantContract.js'
import { phase, plain, ready, sends, startSwap } from '../../test/startSwap.js'
import { findPermit } from './findPermit.js'

const [, swapper, stranger] = accounts
const owner = swapper?.address ?? '0x'
const account = `eip155:31337:${owner}` as const
const token = `eip155:31337:${permitToken.address}` as const
const { router } = swapV3Addresses
const amount = 100_000_000n
const abi = parseAbi([
  'function mint(address to, uint256 amount)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])

describe('a swap by permit', () => {
  let local: EvmChains
  beforeAll(async () => {
    local = await startEvmChains()
    await others().writeContract({ address: permitToken.address, abi, functionName: 'mint', args: [owner, 10n ** 12n] })
  })
  afterAll(() => local.stop())

  const url = () => local.chains[0]?.url ?? ''
  const node = () => createTestClient({ mode: 'anvil', transport: http(url()) })
  const reader = () => createPublicClient({ transport: http(url()) })
  const others = () =>
    createWalletClient({
      account: privateKeyToAccount(stranger?.privateKey ?? '0x'),
      transport: http(url()),
      chain: {
        id: 31337,
        name: 'Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [url()] } },
      },
    })
  const allowance = () =>
    reader().readContract({
      address: permitToken.address,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [owner, router],
    })

  /** A swap of 100 EURC for USDC that can be reviewed, and whatever is signed for it. */
  async function filled(options: Parameters<typeof startSwap>[1] = {}) {
    const world = await startSwap(local, { fee: 100, ...options })
    const { flow, wallet } = world
    flow.chooseFrom(world.token('EURC'))
    flow.chooseTo(world.token('USDC'))
    flow.editAmount('100')
    await ready(flow)
    const signatures = () => wallet.requests.filter(({ method }) => method === 'eth_signTypedData_v4')
    const lets = () => vi.waitFor(() => expect(flow.getState().signsPermit).toBe(true), { timeout: 15_000 })
    return { ...world, signatures, lets }
  }

  /** As {@link filled}, with the permit found and reviewed. */
  async function reviewed(options: Parameters<typeof startSwap>[1] = {}) {
    const world = await filled(options)
    await world.lets()
    world.flow.review()
    return world
  }

  async function restored() {
    const id = await node().snapshot()
    onTestFinished(async () => {
      await node().revert({ id })
    })
  }

  /** Approves and swaps, as where there are no permits. */
  async function goesOnByApproval({ flow, wallet }: Awaited<ReturnType<typeof filled>>) {
    expect(flow.getState()).toMatchObject({ phase: 'preview', needsApproval: true, signsPermit: false })
    await flow.confirm()
    await vi.waitFor(() => expect(flow.getState()).toMatchObject({ phase: 'preview', needsApproval: false }))
    expect(await allowance()).toBe(amount)
    await flow.confirm()
    await phase(flow, 'confirmed')
    expect(sends(wallet)).toBe(2)
    expect(await allowance()).toBe(0n)
  }

  it('takes one signature for exactly the amount, gives what was promised, and leaves no allowance', async () => {
    await restored()
    const { flow, wallet, signatures, balanceOf, token: of, server } = await reviewed()
    const { price, minimum } = flow.getState()
    expect(flow.getState()).toMatchObject({ needsApproval: false, permit: { routers: [router.toLowerCase()] } })
    const usdc = plain(of('USDC').address)
    const before = await balanceOf(usdc)
    const phases: string[] = []
    flow.subscribe(() => phases.push(flow.getState().phase))
    await flow.confirm()
    await phase(flow, 'confirmed')
    expect([...new Set(phases)]).toEqual(['signing', 'swapping', 'submitted', 'confirmed'])
    const received = (await balanceOf(usdc)) - before
    expect(received).toBe(price?.toAmount)
    expect(received).toBeGreaterThanOrEqual(minimum ?? 10n ** 30n)
    expect(flow.getState().record).toMatchObject({ isMeasured: true, to: { amount: String(received) } })
    expect(await allowance()).toBe(0n)
    expect(sends(wallet)).toBe(1)
    expect(server.count('/v1/convert/build-approve')).toBe(0)
    expect(signatures()).toHaveLength(1)
    const [asked] = signatures()
    const [, text] = (asked?.params ?? []) as string[]
    const { domain, message, primaryType } = JSON.parse(text ?? '')
    expect({ domain, primaryType }).toMatchObject({
      primaryType: 'Permit',
      domain: { name: permitToken.name, version: '1', verifyingContract: permitToken.address },
    })
    expect(message).toMatchObject({ owner, spender: router.toLowerCase(), value: String(amount), nonce: '0' })
    const { timestamp } = await reader().getBlock()
    const rest = Number(message.deadline) - Math.max(Number(timestamp), Date.now() / 1000)
    expect(rest).toBeGreaterThan(1_000)
    expect(rest).toBeLessThanOrEqual(1_200)
  }, 60_000)

  it('works where the node has no eth_simulateV1', async () => {
    await restored()
    const without = await changedNode(url(), { eth_simulateV1: { code: -32601 } })
    const { flow, wallet } = await reviewed({ url: without })
    await flow.confirm()
    await phase(flow, 'confirmed')
    expect(sends(wallet)).toBe(1)
  }, 60_000)

  it('goes through where somebody else has brought the permit before', async () => {
    await restored()
    let signed: { message: { deadline: string }; signature: Hex } | undefined
    const { flow } = await reviewed({
      provider: (own) =>
        over(own, {
          async eth_signTypedData_v4(ask, [, text]) {
            const signature = (await ask()) as Hex
            signed = { ...JSON.parse(String(text)), signature }
            return signature
          },
          async eth_sendTransaction(ask) {
            if (!signed) throw new Error('Nothing was signed')
            const { r, s, yParity } = parseSignature(signed.signature)
            const args = [owner, router, amount, BigInt(signed.message.deadline), 27 + yParity, r, s] as const
            const call = { address: permitToken.address, abi, functionName: 'permit', args } as const
            await reader().waitForTransactionReceipt({ hash: await others().writeContract(call) })
            expect(await allowance()).toBe(amount)
            return ask()
          },
        }),
    })
    await flow.confirm()
    await phase(flow, 'confirmed')
    expect(signed).toBeDefined()
    expect(await allowance()).toBe(0n)
  }, 60_000)

  it('loses nothing where the signature is declined', async () => {
    await restored()
    const { flow, wallet } = await reviewed()
    wallet.set({ reject: true })
    await flow.confirm()
    const state = { phase: 'preview', notice: 'rejected', amountText: '100', signsPermit: true }
    expect(flow.getState()).toMatchObject(state)
    expect(sends(wallet)).toBe(0)
    wallet.set({ reject: false })
    await flow.confirm()
    await phase(flow, 'confirmed')
  }, 60_000)

  it('is signed once where the transaction is declined, also when the page was loaded anew in between', async () => {
    await restored()
    const declined = await reviewed({
      provider: (own) =>
        over(own, {
          async eth_sendTransaction() {
            throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
          },
        }),
    })
    await declined.flow.confirm()
    expect(declined.flow.getState()).toMatchObject({ phase: 'preview', notice: 'rejected' })
    expect(declined.signatures()).toHaveLength(1)
    declined.flow.destroy()
    const { flow, signatures } = await reviewed({ store: declined.store })
    await flow.confirm()
    await phase(flow, 'confirmed')
    expect(signatures()).toHaveLength(0)
    expect([...declined.store.items.keys()].filter((key) => key.includes('swapPermit'))).toEqual([])
  }, 60_000)

  it.each([
    [
      'the wallet cannot sign it',
      async () => {
        throw Object.assign(new Error('No.'), { code: 4200 })
      },
    ],
    [
      'the wallet signs it with another key',
      () => privateKeyToAccount(stranger?.privateKey ?? '0x').signMessage({ message: 'x' }),
    ],
    [
      'the token takes no such signature any more',
      async (ask: () => Promise<unknown>) => {
        const signature = await ask()
        const index = keccak256(concat([padHex(owner), padHex('0x07')]))
        await node().setStorageAt({ address: permitToken.address, index, value: padHex('0x05') })
        return signature
      },
    ],
  ])(
    'gives way to an approval where %s',
    async (_, eth_signTypedData_v4) => {
      await restored()
      const world = await reviewed({ provider: (own) => over(own, { eth_signTypedData_v4 }) })
      await world.flow.confirm()
      expect(world.flow.getState()).toMatchObject({ notice: 'permitRefused', amountText: '100' })
      expect(sends(world.wallet)).toBe(0)
      await goesOnByApproval(world)
    },
    60_000,
  )

  it.each([
    ['another receiver', { receiver: stranger?.address }],
    ['another router', { router: stranger?.address }],
    ['a call that nobody can read', { data: '0x12345678' }],
  ] as const)('asks for no signature where the server writes %s', async (_, lie) => {
    const { flow, wallet, signatures, server } = await reviewed()
    Object.assign(server.lies, lie)
    await flow.confirm()
    expect(signatures()).toEqual([])
    expect(sends(wallet)).toBe(0)
    expect(flow.getState()).toMatchObject({ phase: 'preview', notice: 'notSent', error: { code: 'SWAP_UNSAFE' } })
  })

  it('is not offered for a token whose domain does not follow from its name', async () => {
    await restored()
    // Renamed after its deployment: the fourth word of its storage.
    await node().setStorageAt({ address: permitToken.address, index: 3, value: shortString('Another') })
    const world = await filled()
    const found = await findPermit(world.config, { account, token })
    expect(found).toBeUndefined()
    world.flow.review()
    await goesOnByApproval(world)
  }, 60_000)

  describe('is found', () => {
    const config = async (fee?: number) => (await startSwap(local, fee === undefined ? {} : { fee })).config

    it('for a token and a router that have it', async () => {
      expect(await findPermit(await config(100), { account, token })).toEqual({
        routers: [router.toLowerCase()],
        domain: { name: permitToken.name, version: '1', chainId: 31337, verifyingContract: permitToken.address },
      })
    })

    it('not where the router brings none', async () => {
      expect(await findPermit(await config(), { account, token })).toBeUndefined()
    })

    it('not for an account that is a contract', async () => {
      await restored()
      await node().setCode({ address: owner, bytecode: '0x5f5ff3' })
      expect(await findPermit(await config(100), { account, token })).toBeUndefined()
    })

    it.each(['USDC', 'DAI'])('not for %s, which has no permits', async (symbol) => {
      const address = local.chains[0]?.tokens.find((one) => one.symbol === symbol)?.address
      const other = `eip155:31337:${address}` as const
      await expect(findPermit(await config(100), { account, token: other })).rejects.toThrow()
    })

    it.each([
      ['of its own kind', 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)', true],
      ['as DAI has them', 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)', false],
    ])('for a token that says its permits are %s', async (_, type, isFound) => {
      await restored()
      const address = '0x00000000000000000000000000000000000da100'
      const domain = { name: 'Dai', version: '1', chainId: 31337, verifyingContract: address } as const
      const bytecode = constantContract({
        [toFunctionSelector('name()')]: encodeAbiParameters([{ type: 'string' }], ['Dai']),
        [toFunctionSelector('nonces(address)')]: padHex('0x00'),
        // The router asks it before a permit.
        [toFunctionSelector('allowance(address,address)')]: padHex('0x00'),
        [toFunctionSelector('DOMAIN_SEPARATOR()')]: domainSeparator({ domain }),
        [toFunctionSelector('PERMIT_TYPEHASH()')]: keccak256(toBytes(type)),
      })
      await node().setCode({ address, bytecode })
      const found = await findPermit(await config(100), { account, token: `eip155:31337:${address}` })
      expect(found !== undefined).toBe(isFound)
    })
  })
})

type Ask = () => Promise<unknown>

/** A wallet that answers some methods in its own way. */
function over(
  own: TestProvider,
  answers: { readonly [method: string]: (ask: Ask, params: readonly unknown[]) => Promise<unknown> },
): TestProvider {
  return {
    request(asked) {
      const answer = answers[asked.method]
      const ask = () => own.request(asked)
      return answer ? answer(ask, (asked.params ?? []) as readonly unknown[]) : ask()
    },
    on: (event, listener) => own.on(event, listener),
    removeListener: (event, listener) => own.removeListener(event, listener),
    isConnected: () => own.isConnected(),
  }
}

/** A text of at most 31 bytes as a contract keeps it: the bytes, and twice their number at the end. */
function shortString(text: string): Hex {
  return concat([stringToHex(text, { size: 31 }), padHex(`0x${(text.length * 2).toString(16)}`, { size: 1 })])
}
