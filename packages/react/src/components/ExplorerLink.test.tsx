import { bitcoinTestnet } from '@latchkey/bitcoin'
import { mainnet } from '@latchkey/core/chains'
import { polkadotMainnet } from '@latchkey/polkadot'
import { solanaDevnet } from '@latchkey/solana'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { setUp } from '../../test/setUp.js'
import { ExplorerLink } from './ExplorerLink.js'

it.each([
  [mainnet, 'https://etherscan.io/tx/0x1'],
  [solanaDevnet, 'https://explorer.solana.com/tx/0x1?cluster=devnet'],
  [bitcoinTestnet, 'https://mempool.space/testnet/tx/0x1'],
  [
    { ...polkadotMainnet, blockExplorers: { default: { name: 'X', url: 'https://x.example/a' } } },
    'https://x.example/a/tx/0x1',
  ],
])('leads to the transaction on the chain that is meant: $name', async (chain, href) => {
  await setUp({ children: <ExplorerLink chain={chain} hash="0x1" /> })
  await expect.element(page.getByRole('link')).toHaveAttribute('href', href)
})

it.each([
  [mainnet, 'https://etherscan.io/token/0x1'],
  [solanaDevnet, 'https://explorer.solana.com/address/0x1?cluster=devnet'],
])('leads to the token: $name', async (chain, href) => {
  await setUp({ children: <ExplorerLink chain={chain} token="0x1" /> })
  await expect.element(page.getByRole('link')).toHaveAttribute('href', href)
})

it.each(['javascript:alert(1)', 'nonsense'])('error: %s is no explorer', async (url) => {
  await setUp({
    children: <ExplorerLink chain={{ ...mainnet, blockExplorers: { default: { name: 'X', url } } }} hash="0x1" />,
  })
  expect(page.getByRole('link').query()).toBeNull()
})
