import {
  connect,
  disconnect,
  getBalance,
  getBalances,
  getConnection,
  quoteTransfer,
  sendTransfer,
  signMessage,
  signTypedData,
  switchChain,
  type TypedData,
  waitForTransactionReceipt,
} from '@latchkey/core'
import { accounts, type EvmChains, faucet, type LocalChain, setTokenFailing, startEvmChains } from '@latchkey/devnet'
import { createTestWallet, type TestWallet } from '@latchkey/devnet/wallet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { node, signerOfMail, signerOfMessage } from '../../test/node.js'
import { chainOf, configOn, page } from '../../test/page.js'

const id = 'dev.latchkey.testwallet'
const receiver = '0x00000000000000000000000000000000C0FFEE01'
let local: EvmChains
let first: LocalChain
let second: LocalChain

beforeAll(async () => {
  local = await startEvmChains()
  ;[first, second] = local.chains
  await faucet(first, accounts[1]?.address ?? '0x', { topUp: true })
  await faucet(second, accounts[1]?.address ?? '0x', { topUp: true })
})
afterAll(() => local.stop())

async function connected(options: Partial<Parameters<typeof createTestWallet>[0]> = {}) {
  const target = page()
  const wallet = createTestWallet({ chains: local.chains, ...options })
  wallet.announce(target)
  const config = configOn(target, [chainOf(first), chainOf(second)])
  await connect(config, { connector: id })
  return { config, wallet, address: wallet.accounts[0] ?? '0x' }
}
const methods = (wallet: TestWallet) => wallet.requests.map(({ method }) => method)
const tokenOf = (chain: LocalChain, symbol: string) =>
  chain.tokens.find((token) => token.symbol === symbol)?.address ?? ''

describe('connect and sign', () => {
  it('[S6-05] lists the wallet as announced, by its own name and icon, and connects to it', async () => {
    const { config, address } = await connected()
    expect(config.connectors).toMatchObject([
      { id, kind: 'announced', name: 'Latchkey Test Wallet', rdns: id, icon: expect.stringMatching(/^data:image\//) },
    ])
    expect(getConnection(config)).toMatchObject({
      status: 'connected',
      address,
      caipAddress: `eip155:31337:${address}`,
      chainId: 'eip155:31337',
    })
    expect(getConnection(config).accounts).toHaveLength(2)
  })

  it.each(['Hello', '', 'Grüße, 世界 🗝️\n\u0000', '0x1234'])(
    'signs the text %j, and the chain knows by whom',
    async (message) => {
      const { config, address } = await connected()
      const signature = await signMessage(config, { message })
      expect(await signerOfMessage(first.url, message, signature)).toBe(address.toLowerCase())
      expect(await signerOfMessage(first.url, `${message}!`, signature)).not.toBe(address.toLowerCase())
    },
  )

  it('signs bytes', async () => {
    const { config, address } = await connected()
    const message = new Uint8Array([0, 255, 10, 128])
    expect(await signerOfMessage(first.url, message, await signMessage(config, { message }))).toBe(
      address.toLowerCase(),
    )
  })

  it('signs typed data with a bigint, and the chain knows by whom', async () => {
    const { config, address } = await connected()
    const domain = { name: 'Latchkey', chainId: 31337 }
    const message = { text: 'Hello', number: 2n ** 200n }
    const types = {
      Mail: [
        { name: 'text', type: 'string' },
        { name: 'number', type: 'uint256' },
      ],
    }
    const signature = await signTypedData(config, { typedData: { domain, types, primaryType: 'Mail', message } })
    expect(await signerOfMail(first.url, domain, message, signature)).toBe(address.toLowerCase())
  })

  it('error: typed data without its type asks nobody', async () => {
    const { config, wallet } = await connected()
    const typedData: TypedData = { domain: {}, types: {}, primaryType: 'Mail', message: {} }
    await expect(signTypedData(config, { typedData })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect(methods(wallet)).not.toContain('eth_signTypedData_v4')
  })

  it.each(['connect', 'sign', 'send'] as const)('error: refused in the wallet: %s', async (step) => {
    const { config, wallet } = await connected()
    wallet.set({ reject: true })
    if (step === 'connect') {
      await disconnect(config)
      await expect(connect(config, { connector: id })).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
      return
    }
    const asked =
      step === 'sign' ? signMessage(config, { message: 'x' }) : sendTransfer(config, { to: receiver, amount: 1n })
    await expect(asked).rejects.toMatchObject({ code: 'USER_REJECTED', rpcCode: 4001 })
    expect(getConnection(config).status).toBe('connected')
  })
})

describe('send', () => {
  it('sends ether: quoted, sent, in a block, and both balances have changed', async () => {
    const { config, address } = await connected()
    const account = `eip155:31337:${address}` as const
    const before = await getBalance(config, { account })
    const amount = 123_456_789n
    const { fee, nativeBalance } = await quoteTransfer(config, { to: receiver, amount })
    expect(nativeBalance).toBe(before.value)
    const hash = await sendTransfer(config, { to: receiver, amount })
    expect(await waitForTransactionReceipt(config, { hash })).toMatchObject({ status: 'confirmed' })
    const after = await getBalance(config, { account, force: true })
    const spent = before.value - after.value - amount
    expect(spent).toBeGreaterThan(0n)
    expect(spent).toBeLessThanOrEqual(fee)
    expect(BigInt(await node(first.url, 'eth_getBalance', [receiver, 'latest']))).toBe(amount)
  })

  it('sends a token, and the node agrees on what both hold', async () => {
    const { config, address } = await connected()
    const usdc = tokenOf(first, 'USDC')
    const held = async (owner: string) => {
      const data = `0x70a08231${owner.slice(2).toLowerCase().padStart(64, '0')}`
      return BigInt(await node(first.url, 'eth_call', [{ to: usdc, data }, 'latest']))
    }
    const [mine, theirs] = [await held(address), await held(receiver)]
    await quoteTransfer(config, { to: receiver, amount: 2_500_000n, token: usdc })
    const hash = await sendTransfer(config, { to: receiver, amount: 2_500_000n, token: usdc })
    expect(await waitForTransactionReceipt(config, { hash })).toMatchObject({ status: 'confirmed' })
    expect(await held(address)).toBe(mine - 2_500_000n)
    expect(await held(receiver)).toBe(theirs + 2_500_000n)
    const balances = await getBalances(config, { account: `eip155:31337:${address}` })
    expect(balances.find(({ symbol }) => symbol === 'USDC')?.quantity.numeric).toBe(
      String(Number(mine - 2_500_000n) / 1e6),
    )
  })

  it('error: a token whose contract refuses is found out before the wallet is asked', async () => {
    const { config, wallet } = await connected()
    await setTokenFailing(first, 'DAI', true)
    const transfer = { to: receiver, amount: 1n, token: tokenOf(first, 'DAI') }
    await expect(quoteTransfer(config, transfer)).rejects.toMatchObject({ code: 'EXECUTION_REVERTED' })
    await setTokenFailing(first, 'DAI', false)
    await expect(quoteTransfer(config, transfer)).resolves.toBeDefined()
    expect(methods(wallet)).not.toContain('eth_sendTransaction')
  })

  it('error: more than there is', async () => {
    const { config } = await connected()
    const amount = 10n ** 30n
    await expect(quoteTransfer(config, { to: receiver, amount })).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    await expect(sendTransfer(config, { to: receiver, amount })).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })

  it.each([
    [{ to: 'vitalik.eth', amount: 1n }, 'INVALID_ADDRESS'],
    [{ to: receiver, amount: 0n }, 'INVALID_AMOUNT'],
    [{ to: receiver, amount: -1n }, 'INVALID_AMOUNT'],
    [{ to: receiver, amount: 1n, token: 'banana' }, 'INVALID_ADDRESS'],
    [{ to: receiver, amount: 1n, chainId: 'eip155:31338' as const }, 'CHAIN_MISMATCH'],
    [{ to: receiver, amount: 2n ** 256n, token: '0xF12Baaf3BB7B727D077Bd9aB400fcd492AE1d413' }, 'INVALID_AMOUNT'],
  ])('error: %o is refused as %s without asking the wallet', async (transfer, code) => {
    const { config, wallet } = await connected()
    await expect(sendTransfer(config, transfer)).rejects.toMatchObject({ code })
    await expect(quoteTransfer(config, transfer)).rejects.toMatchObject({ code })
    expect(methods(wallet)).not.toContain('eth_sendTransaction')
  })

  it('error: without a wallet', async () => {
    const config = configOn(page(), [chainOf(first)])
    for (const asked of [
      sendTransfer(config, { to: receiver, amount: 1n }),
      quoteTransfer(config, { to: receiver, amount: 1n }),
      signMessage(config, { message: 'x' }),
    ])
      await expect(asked).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })
})

describe('network', () => {
  it('switches to the other chain and back; reads and sends there', async () => {
    const { config, wallet, address } = await connected()
    expect((await switchChain(config, { chainId: second.caip2 })).name).toBe('Local Base')
    expect(wallet.chainId).toBe(31338)
    expect(getConnection(config)).toMatchObject({ chainId: 'eip155:31338', caipAddress: `eip155:31338:${address}` })
    const hash = await sendTransfer(config, { to: receiver, amount: 7n })
    await waitForTransactionReceipt(config, { hash })
    expect(BigInt(await node(second.url, 'eth_getBalance', [receiver, 'latest']))).toBe(7n)
    await switchChain(config, { chainId: first.caip2 })
    expect(getConnection(config).chainId).toBe('eip155:31337')
  })

  it('[S8-56] gives the wallet a network that it does not know, and ends on it', async () => {
    const { config, wallet } = await connected({ chains: [local.chains[0]] })
    await switchChain(config, { chainId: second.caip2 })
    expect(wallet.chainId).toBe(31338)
    expect(methods(wallet)).toContain('wallet_addEthereumChain')
    expect(wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
      {
        chainId: '0x7a6a',
        chainName: 'Local Base',
        nativeCurrency: second.nativeCurrency,
        rpcUrls: [second.url],
      },
    ])
  })

  it.each([4902, 32603])('[S8-56][S8-58] adds the network when the wallet answers %i, bare or buried', async (code) => {
    for (const error of [{ code }, { code: -32603, message: 'Internal', data: { originalError: { code } } }]) {
      const { config, wallet } = await connected({ chains: [local.chains[0]] })
      const { request } = wallet.provider
      wallet.provider.request = (given) => {
        if (given.method !== 'wallet_switchEthereumChain') return request(given)
        return Promise.reject(Object.assign(new Error('no such chain'), error))
      }
      await switchChain(config, { chainId: second.caip2 })
      expect(wallet.chainId).toBe(31338)
    }
  })

  it('connects to the chain that was asked for; a refusal to go there leaves it connected where it is', async () => {
    const { config, wallet } = await connected()
    await disconnect(config)
    await connect(config, { connector: id, chainId: second.caip2 })
    expect(getConnection(config).chainId).toBe('eip155:31338')
    await disconnect(config)
    wallet.set({ wrongChain: true })
    await connect(config, { connector: id, chainId: first.caip2 })
    expect(getConnection(config)).toMatchObject({ status: 'connected', chainId: 'eip155:31338' })
  })
})
