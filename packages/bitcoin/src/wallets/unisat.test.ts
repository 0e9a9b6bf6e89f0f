import { connect, disconnect, getConnection, reconnect, switchChain } from '@latchkey/core'
import type { BitcoinProvider } from '@latchkey/protocol/internal/bitcoin'
import { Verifier } from 'bip322-js'
import { describe, expect, it } from 'vitest'
import {
  bitcoinMainnet,
  bitcoinRegtest,
  bitcoinTestnet,
  familyConfig,
  memoryOf,
  pageWith,
} from '../../../connectors/test/families.js'
import { createUnisatWallet } from '../../test/bitcoinWallets.js'
import { bitcoin } from '../bitcoin.js'

const namespace = 'bip122'
const psbt = new Uint8Array([0x70, 0x73, 0x62, 0x74])
type Networks = Parameters<typeof familyConfig>[0]['chains']
const allChains: Networks = [bitcoinRegtest, bitcoinMainnet, bitcoinTestnet]

function configOn(target: Window, chains = allChains, items = new Map<string, string>()) {
  return familyConfig({ chains, namespaces: [bitcoin({ target })], storage: memoryOf(items) })
}
async function withUnisat(options: Parameters<typeof createUnisatWallet>[0] = {}, chains = allChains) {
  const wallet = createUnisatWallet(options)
  const items = new Map<string, string>()
  const page = pageWith({ unisat: wallet.provider })
  const config = configOn(page, chains, items)
  const provider = () => config.connectors[0]?.getProvider(namespace) as Promise<BitcoinProvider>
  return { ...wallet, page, config, items, provider, id: 'bip122:unisat' }
}

describe('Unisat', () => {
  it('connects with the type and public key of its account; signs, and bip322-js knows by whom', async () => {
    const { config, id, keys, provider, calls } = await withUnisat()
    await connect(config, { connector: id })
    const { payment, publicKey } = keys()
    expect(getConnection(config, { namespace })).toMatchObject({
      address: payment,
      chainId: bitcoinRegtest.caipNetworkId,
    })
    const bip122 = await provider()
    expect(await bip122.getAccounts()).toMatchObject([{ type: 'payment', publicKey }])
    const signature = await bip122.signMessage({ address: payment, message: 'Hello' })
    expect(Verifier.verifySignature(payment, 'Hello', signature)).toBe(true)
    expect(calls.at(-1)).toEqual({ method: 'signMessage', params: ['Hello', 'bip322-simple'] })
  })

  it('signs a PSBT without finalising what it does not send; sends one, and a payment', async () => {
    const { config, id, keys, provider, calls } = await withUnisat({ kind: 'ordinal' })
    await connect(config, { connector: id })
    const { ordinal: address } = keys()
    const bip122 = await provider()
    expect(await bip122.getAccounts()).toMatchObject([{ type: 'ordinal' }])
    const request = { chainId: bitcoinRegtest.caipNetworkId, psbt, inputs: [{ index: 0, address, sighashTypes: [1] }] }
    expect(await bip122.signPsbt(request)).toEqual({ psbt: new Uint8Array([...psbt, 255]) })
    expect(calls.at(-1)?.params[1]).toEqual({ autoFinalized: false, toSignInputs: request.inputs })
    expect(await bip122.signPsbt({ ...request, broadcast: true })).toHaveProperty('txid', 'ab'.repeat(32))
    expect(calls.at(-1)).toEqual({ method: 'pushPsbt', params: ['70736274ff'] })
    const transfer = { address, chainId: request.chainId, to: address, amount: 9n }
    expect(await bip122.sendTransfer?.(transfer)).toBe('ab'.repeat(32))
  })

  it('error: signing with an account that is not chosen in the wallet is refused before the wallet is asked', async () => {
    const { config, id, keys, provider, calls, say } = await withUnisat()
    await connect(config, { connector: id })
    const { payment: address } = keys()
    say('accountsChanged', { seed: 2 })
    await expect((await provider()).signMessage({ address, message: 'x' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
    expect(calls.map(({ method }) => method)).not.toContain('signMessage')
  })

  it.each([
    [{ reject: true }, 'CONNECTION_REJECTED'],
    [{ pending: true }, 'CONNECTION_PENDING'],
    [{ nonsense: 'x' }, 'WALLET_BAD_ANSWER'],
    [{ nonsense: ['banana'] }, 'WALLET_BAD_ANSWER'],
    [{ nonsense: ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'] }, 'WALLET_BAD_ANSWER'],
    [{ nonsense: [] }, 'WALLET_BAD_ANSWER'],
  ])('error: connect with %j ends in %s', async (faulty, code) => {
    const { config, id, faults } = await withUnisat()
    Object.assign(faults, faulty)
    await expect(connect(config, { connector: id })).rejects.toMatchObject({ code })
    expect(getConnection(config, { namespace }).status).toBe('disconnected')
  })

  it('error: a chain that is not Bitcoin’s, and a network other than asked', async () => {
    const { config, id, say } = await withUnisat()
    await expect(connect(config, { connector: id, chainId: bitcoinMainnet.caipNetworkId })).rejects.toMatchObject({
      code: 'CHAIN_MISMATCH',
    })
    say('chainChanged', { chain: 'FRACTAL_BITCOIN_MAINNET' })
    await expect(connect(config, { connector: id })).rejects.toMatchObject({ code: 'CHAIN_MISMATCH' })
  })

  it('switches the network in the wallet; one that it refuses is said clearly', async () => {
    const { config, id, faults } = await withUnisat()
    await connect(config, { connector: id })
    await switchChain(config, { chainId: bitcoinMainnet.caipNetworkId })
    expect(getConnection(config, { namespace }).address).toMatch(/^bc1q/)
    faults.lacks = ['BITCOIN_TESTNET']
    await expect(switchChain(config, { chainId: bitcoinTestnet.caipNetworkId })).rejects.toMatchObject({
      code: 'CHAIN_SWITCH_REFUSED',
      message: 'UniSat cannot change to Bitcoin Testnet from here.',
    })
    faults.reject = true
    await expect(switchChain(config, { chainId: bitcoinTestnet.caipNetworkId })).rejects.toMatchObject({
      code: 'USER_REJECTED',
    })
  })

  it('[S4-33] follows account and network, shows one that the page does not list, and ends when nothing is allowed', async () => {
    const { config, id, say, keys, heard } = await withUnisat({}, [bitcoinRegtest])
    await connect(config, { connector: id })
    say('accountsChanged', { seed: 2 })
    await expect.poll(() => getConnection(config, { namespace }).address).toBe(keys().payment)
    say('chainChanged', { network: 'mainnet' })
    await expect.poll(() => getConnection(config, { namespace }).chainId).toBe(bitcoinMainnet.caipNetworkId)
    say('accountsChanged', { allowed: false })
    await expect.poll(() => getConnection(config, { namespace }).status).toBe('disconnected')
    expect(heard()).toBe(0)
  })

  it('is resumed after a reload without a prompt, and ended permanently by a disconnect', async () => {
    const { config, id, items, calls, page, keys } = await withUnisat()
    await connect(config, { connector: id })
    config.destroy()
    calls.length = 0
    const next = configOn(page, allChains, items)
    await reconnect(next)
    expect(getConnection(next, { namespace })).toMatchObject({ status: 'connected', address: keys().payment })
    expect(calls.every(({ method }) => method.startsWith('get'))).toBe(true)
    await disconnect(next)
    next.destroy()
    const after = configOn(page, allChains, items)
    await reconnect(after)
    expect(getConnection(after, { namespace }).status).toBe('disconnected')
  })
})
