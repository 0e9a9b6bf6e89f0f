import type { Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { walletKit } from '../../../test/walletKit.js'
import { startFaultyNode } from '../../chains/startFaultyNode.js'

describe('walletChains', () => {
  const { ask, chains, connected, heard, kept, make, node, visitor } = walletKit()

  it('behavior: switches, tells it once, and reads from the new network', async () => {
    const wallet = await connected()
    const events = heard(wallet)
    expect(await ask(wallet, 'net_version')).toBe('31337')
    expect(await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBeNull()
    expect(await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })).toBeNull()
    expect(events).toEqual([['chainChanged', '0x7a6a']])
    expect(await ask(wallet, 'eth_chainId')).toBe('0x7a6a')
    const balance = (await ask(wallet, 'eth_getBalance', visitor.address, 'latest')) as Hex
    expect(BigInt(balance)).toBe(await node(1).getBalance({ address: visitor.address }))
  })

  it('behavior: an unknown network is 4902 until it is added, and is kept', async () => {
    const storage = kept()
    const wallet = await connected({ chains: [chains()[0]], storage })
    const { url, name } = chains()[1]
    await expect(ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x7a6a' })).rejects.toMatchObject({
      code: 4902,
    })
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const added = { chainId: '0x7a6a', chainName: name, rpcUrls: [url], nativeCurrency }
    const bad = [
      { ...added, rpcUrls: [] },
      { ...added, rpcUrls: ['javascript:alert(1)'] },
      { ...added, chainName: 1 },
      { ...added, nativeCurrency: { decimals: 6 } },
      { ...added, rpcUrls: [chains()[0].url] },
      { ...added, chainId: 31338 },
      { ...added, chainId: '0x0' },
    ]
    for (const chain of bad) {
      await expect(ask(wallet, 'wallet_addEthereumChain', chain)).rejects.toMatchObject({ code: -32602 })
    }
    expect(await ask(wallet, 'wallet_addEthereumChain', added)).toBeNull()
    expect(wallet.chainId).toBe(31338)
    const again = make({ chains: [chains()[0]], storage })
    expect(await ask(again, 'eth_chainId')).toBe('0x7a6a')
    expect(await ask(again, 'eth_blockNumber')).toMatch(/^0x/)
  })

  it('behavior: a node that is down is an error of the network, not a hang', async () => {
    const faulty = await startFaultyNode({ target: chains()[0].url, mode: 'down' })
    const wallet = await connected({ chains: [{ ...chains()[0], url: faulty.url }] })
    await expect(ask(wallet, 'eth_blockNumber')).rejects.toMatchObject({ code: -32603 })
    await faulty.stop()
  })
})
