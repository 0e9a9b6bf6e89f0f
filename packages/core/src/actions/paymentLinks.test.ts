import { afterEach, describe, expect, it } from 'vitest'
import { bob, btc, one } from '../../test/chains.js'
import { createConfig } from '../createConfig.js'
import { createPaymentLink } from './createPaymentLink.js'
import { readPaymentLink } from './readPaymentLink.js'

const config = createConfig({ chains: [one, btc], storage: null })
afterEach(() => config.destroy())

describe('readPaymentLink and createPaymentLink', () => {
  it('write a link of the family and read it again, with the family', async () => {
    const link = await createPaymentLink(config, { to: bob, chainId: 'eip155:10', amount: 5n })
    expect(link).toBe(`ethereum:${bob}@10?value=5`)
    expect(await readPaymentLink(config, { link: ` ${link} ` })).toEqual({
      namespace: 'eip155',
      to: bob,
      chainId: 'eip155:10',
      amount: 5n,
    })
    expect(await createPaymentLink(config, { to: bob, chainId: 'eip155:1' })).toBe(`ethereum:${bob}@1`)
  })

  it('error: refuse a link of nobody, an address of nobody, and a family that is not set up', async () => {
    const refused = (code: string) => expect.objectContaining({ code })
    await expect(readPaymentLink(config, { link: 'bitcoin:bc1q' })).rejects.toEqual(refused('INVALID_REQUEST'))
    await expect(readPaymentLink(config, { link: `ethereum:${bob}/approve` })).rejects.toEqual(
      refused('INVALID_REQUEST'),
    )
    await expect(createPaymentLink(config, { to: '0x12', chainId: 'eip155:1' })).rejects.toEqual(
      refused('INVALID_ADDRESS'),
    )
    await expect(createPaymentLink(config, { to: bob, chainId: btc.caipNetworkId })).rejects.toEqual(
      refused('INVALID_CONFIG'),
    )
    const token = { address: '0x12', decimals: 6 }
    await expect(createPaymentLink(config, { to: bob, chainId: 'eip155:1', token })).rejects.toEqual(
      refused('INVALID_ADDRESS'),
    )
    for (const amount of [0n, -1n, 2n ** 256n]) {
      await expect(createPaymentLink(config, { to: bob, chainId: 'eip155:1', amount })).rejects.toEqual(
        refused('INVALID_AMOUNT'),
      )
    }
  })
})
