import { type Address, createPublicClient, erc20Abi, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from './accounts.js'
import { collectibleAddress, localTokens } from './contractAddresses.js'
import { faucet } from './faucet.js'
import type { EvmChains } from './localChain.js'
import { setTokenFailing } from './setTokenFailing.js'
import { startEvmChains } from './startEvmChains.js'

describe('faucet', () => {
  let world: EvmChains
  beforeAll(async () => {
    world = await startEvmChains()
  })
  afterAll(() => world.stop())

  const somebody = () => privateKeyToAccount(generatePrivateKey()).address
  const holdings = async (address: Address) => {
    const client = createPublicClient({ transport: http(world.chains[0].url) })
    const held = (token: Address) =>
      client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
    const [eth, ...tokens] = await Promise.all([
      client.getBalance({ address }),
      ...[...localTokens.map((token) => token.address), collectibleAddress].map(held),
    ])
    return [eth, ...tokens]
  }
  const full = [parseEther('10'), 1_000_000_000n, parseEther('1000'), 5_000_000n, 3n, 1n]

  it('behavior: gives ether, 1,000 USDC, 1,000 DAI, 0.05 WBTC, 3 tickets and one collectible', async () => {
    const address = somebody()
    await faucet(world.chains[0], address)
    expect(await holdings(address)).toEqual(full)
    await faucet(world.chains[0], address)
    expect(await holdings(address)).toEqual(full.map((amount) => amount * 2n))
  })

  it('param: topUp gives only what is lacking', async () => {
    const address = somebody()
    await faucet(world.chains[0], address, { eth: '4', tokens: ['DAI'], nft: false })
    expect(await holdings(address)).toEqual([parseEther('4'), 0n, parseEther('1000'), 0n, 0n, 0n])
    expect(await faucet(world.chains[0], address, { topUp: true })).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await holdings(address)).toEqual(full)
    expect(await faucet(world.chains[0], address, { topUp: true })).toBeUndefined()
    expect(await holdings(address)).toEqual(full)
  })

  it('behavior: many at once do not disturb each other', async () => {
    const addresses = Array.from({ length: 12 }, somebody)
    await Promise.all(addresses.map((address) => faucet(world.chains[0], address)))
    for (const address of addresses) expect(await holdings(address)).toEqual(full)
  })

  it('behavior: an operator who ran dry is filled again', async () => {
    const address = somebody()
    await faucet(world.chains[0], address, { eth: '25000', tokens: false, nft: false })
    expect((await holdings(address))[0]).toBe(parseEther('25000'))
  })

  it('error: what is not an address or an amount is refused', async () => {
    await expect(faucet(world.chains[0], '0x12')).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
    for (const eth of ['', '-1', '1e3', 'NaN', '0x1', '1,5']) {
      await expect(faucet(world.chains[0], somebody(), { eth })).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    }
  })

  it('behavior: a token can be made to fail, and mended', async () => {
    const [usdc] = localTokens
    const client = createPublicClient({ transport: http(world.chains[0].url) })
    const transfer = () =>
      client.simulateContract({
        account: accounts[1]!.address,
        address: usdc.address,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [somebody(), 1n],
      })
    await setTokenFailing(world.chains[0], 'USDC', true)
    await expect(transfer()).rejects.toThrow('reverted')
    await setTokenFailing(world.chains[0], 'USDC', false)
    expect((await transfer()).result).toBe(true)
  })
})
