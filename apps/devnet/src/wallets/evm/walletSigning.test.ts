import { type Hex, parseEther, stringToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { typedData } from '../../../test/typedData.js'
import { walletKit } from '../../../test/walletKit.js'

describe('walletSigning', () => {
  const { ask, connected, make, node, third, visitor } = walletKit()

  it('behavior: personal_sign is verified by another, for text, bytes and swapped parameters', async () => {
    const wallet = await connected()
    const address = visitor.address
    const verified = async (signature: unknown, message: string | { raw: Hex }) =>
      node().verifyMessage({ address, message, signature: signature as Hex })
    expect(await verified(await ask(wallet, 'personal_sign', stringToHex('Grüße 👋'), address), 'Grüße 👋')).toBe(true)
    expect(await verified(await ask(wallet, 'personal_sign', 'plain', address), 'plain')).toBe(true)
    expect(await verified(await ask(wallet, 'personal_sign', '0xff00', address), { raw: '0xff00' })).toBe(true)
    expect(await verified(await ask(wallet, 'personal_sign', address, stringToHex('swapped')), 'swapped')).toBe(true)
    expect(await verified(await ask(wallet, 'personal_sign', 'plain', address), 'other')).toBe(false)
  })

  it('behavior: eth_signTypedData_v4 is verified by another, as text and as an object', async () => {
    const wallet = await connected()
    for (const given of [JSON.stringify(typedData), typedData]) {
      const signature = (await ask(wallet, 'eth_signTypedData_v4', visitor.address, given)) as Hex
      const message = { ...typedData.message, amount: parseEther('1') }
      expect(await node().verifyTypedData({ address: visitor.address, ...typedData, message, signature })).toBe(true)
    }
  })

  it('error: typed data of another chain, without its types, or not JSON is refused', async () => {
    const wallet = await connected()
    const other = { ...typedData, domain: { ...typedData.domain, chainId: 1 } }
    const bad = [other, '{torn', 'null', { ...typedData, primaryType: 'Post' }, { ...typedData, message: null }]
    const unfit = { ...typedData, message: { to: 'nobody', amount: 'many', text: 1 } }
    for (const given of [...bad, unfit]) {
      await expect(ask(wallet, 'eth_signTypedData_v4', visitor.address, given)).rejects.toMatchObject({
        code: -32602,
      })
    }
  })

  it('error: accounts that the site may not see cannot sign', async () => {
    const unpermitted = make()
    const wallet = await connected()
    await expect(ask(unpermitted, 'personal_sign', '0x00', visitor.address)).rejects.toMatchObject({ code: 4100 })
    await expect(ask(wallet, 'personal_sign', '0x00', third.address)).rejects.toMatchObject({ code: 4100 })
    await expect(ask(wallet, 'personal_sign', '0x00', 'nobody')).rejects.toMatchObject({ code: -32602 })
    await expect(ask(wallet, 'personal_sign', 1, visitor.address)).rejects.toMatchObject({ code: -32602 })
    await expect(
      ask(wallet, 'eth_sendTransaction', { from: third.address, to: visitor.address }),
    ).rejects.toMatchObject({ code: 4100 })
  })
})
