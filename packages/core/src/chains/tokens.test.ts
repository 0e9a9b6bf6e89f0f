import { describe, expect, it } from 'vitest'
import { alice, one } from '../../test/chains.js'
import { assetToBalance, toSwapToken, type WalletAsset } from './tokens.js'

const metadata = { name: 'Ether', symbol: 'ETH', decimals: 18, price: 2500, iconUrl: 'https://i.example/eth.png' }
const native: WalletAsset = { address: 'native', balance: '0xde0b6b3a7640000', type: 'NATIVE', metadata }

describe('assetToBalance', () => {
  it('[S3-39] turns a hex balance into a decimal quantity with the decimals of the metadata', () => {
    expect(assetToBalance(native, one).quantity).toEqual({ decimals: '18', numeric: '1' })
    const six = { ...native, balance: '0x1', metadata: { ...metadata, decimals: 6 } } as const
    expect(assetToBalance(six, one).quantity).toEqual({ decimals: '6', numeric: '0.000001' })
  })

  it('[S3-28] gives a token its CAIP-10 address and the coin none', () => {
    expect(assetToBalance(native, one)).not.toHaveProperty('address')
    const token = { ...native, address: alice, type: 'ERC20' } as const
    expect(assetToBalance(token, one)).toMatchObject({ address: `eip155:1:${alice}`, chainId: 'eip155:1', value: 2500 })
  })
})

describe('toSwapToken', () => {
  it('[S3-33][S3-34] adds the logo from the icon, and the decimals as a number', () => {
    const token = toSwapToken(assetToBalance(native, one))
    expect(token.logoUri).toBe(metadata.iconUrl)
    expect(token.decimals).toBe(18)
    expect(token.quantity.decimals).toBe('18')
  })
})
