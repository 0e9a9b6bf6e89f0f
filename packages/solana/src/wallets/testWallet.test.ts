import { createPublicKey, verify } from 'node:crypto'
import { injected } from '@latchkey/connectors/injected'
import { connect, getConnection, reconnect, signMessage, switchChain, walletList } from '@latchkey/core'
import { solanaChainId } from '@latchkey/devnet'
import { createSolanaTestWallet, createTestWallet } from '@latchkey/devnet/wallet'
import { base58 } from '@scure/base'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { familyChain, familyConfig, memoryOf, pageWith } from '../../../connectors/test/families.js'
import { solanaDevnet } from '../chains.js'
import { solana } from '../solana.js'

const url = 'http://127.0.0.1:9'
const evm = familyChain('eip155:31337', 'Local Ethereum', { id: 31337 })
const local = familyChain(solanaChainId, 'Local Solana')
const namespace = 'solana'

/** A page on which the test wallet has made itself known in two families, under one name. */
function setUp(items = new Map<string, string>()) {
  const page = pageWith()
  const wallet = createTestWallet({ chains: [{ chainId: 31337, url, name: 'Local Ethereum' }] })
  const svm = createSolanaTestWallet({ chain: { chainId: solanaChainId, url, name: 'Local Solana' } })
  wallet.announce(page)
  const leave = svm.announce({ target: page })
  const open = () =>
    familyConfig({
      chains: [evm, local, solanaDevnet],
      namespaces: [solana({ target: page })],
      connectors: [injected({ target: page })],
      storage: memoryOf(items),
    })
  return { wallet, svm, leave, open, config: open() }
}
const entry = 'multi:Latchkey Test Wallet'

describe('the test wallet, in two families at once', () => {
  it('[S6-06] is one entry, from which each family is connected; Solana signs, and OpenSSL knows by whom', async () => {
    const { config, svm, wallet } = setUp()
    expect(walletList(config).flatMap(({ connectors }) => connectors.map(({ id }) => id))).toEqual([entry])
    await connect(config, { connector: entry, chainId: local.caipNetworkId })
    await connect(config, { connector: entry, chainId: evm.caipNetworkId })
    expect(getConnection(config, { namespace: 'eip155' }).address).toBe(wallet.accounts[0])
    const { address } = getConnection(config, { namespace })
    expect(address).toBe(svm.accounts[0])
    const signature = await signMessage(config, { message: 'Hello', namespace })
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base58.decode(address ?? '')])
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    expect(verify(null, Buffer.from('Hello'), key, base58.decode(signature))).toBe(true)
  })

  it('error: one family that fails leaves the other usable', async () => {
    const { config, svm } = setUp()
    svm.set({ reject: true })
    const asked = { connector: entry, chainId: local.caipNetworkId }
    await expect(connect(config, asked)).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
    svm.set({ reject: false, nonsense: true })
    await expect(connect(config, asked)).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
    svm.set({ nonsense: false, disconnected: true })
    await expect(connect(config, asked)).rejects.toMatchObject({ code: 'WALLET_DISCONNECTED' })
    await connect(config, { connector: entry, chainId: evm.caipNetworkId })
    expect(getConnection(config, { namespace: 'eip155' }).status).toBe('connected')
  })

  it('error: a family that never answers is given up after 120 s, and can be asked again', async () => {
    const { config, svm } = setUp()
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    svm.set({ neverAnswer: true })
    const asked = { connector: entry, chainId: local.caipNetworkId }
    const late = expect(connect(config, asked)).rejects.toMatchObject({ code: 'WALLET_NOT_RESPONDING' })
    await vi.advanceTimersByTimeAsync(120_000)
    await late
    vi.useRealTimers()
    svm.set({ neverAnswer: false })
    await connect(config, asked)
    expect(getConnection(config, { namespace }).status).toBe('connected')
  })

  it('[S4-33] follows another account, a withdrawn permission and a wallet that leaves', async () => {
    const { config, svm, leave } = setUp()
    await connect(config, { connector: entry, chainId: local.caipNetworkId })
    svm.selectAccount(1)
    await expect.poll(() => getConnection(config, { namespace }).address).toBe(svm.accounts[1])
    svm.revoke()
    await expect.poll(() => getConnection(config, { namespace }).status).toBe('disconnected')
    await connect(config, { connector: entry, chainId: local.caipNetworkId })
    leave()
    expect(getConnection(config, { namespace }).status).toBe('disconnected')
  })

  it('is resumed after a reload on the network that was chosen', async () => {
    const items = new Map<string, string>()
    const { config, open, svm } = setUp(items)
    await connect(config, { connector: entry, chainId: local.caipNetworkId })
    await switchChain(config, { chainId: solanaDevnet.caipNetworkId })
    config.destroy()
    const next = open()
    await reconnect(next)
    expect(getConnection(next, { namespace })).toMatchObject({
      status: 'connected',
      caipAddress: `${solanaDevnet.caipNetworkId}:${svm.accounts[0]}`,
    })
  })

  it('signs in with the same approval as it connects', async () => {
    const { config, svm } = setUp()
    const connector = config.connectors.find(({ id }) => id.startsWith('solana:'))
    const signIn = { domain: 'localhost:4400', uri: 'http://localhost:4400', version: '1', nonce: 'abcdef0123' }
    const session = await connector?.connect({ signIn, chainId: local.caipNetworkId })
    expect(session?.signIn?.[0]).toMatchObject({ account: `${local.caipNetworkId}:${svm.accounts[0]}` })
    expect(svm.requests.map(({ method }) => method)).toEqual(['solana:signIn'])
  })
})
