import { connect, getBalance, sendTransfer, waitForTransactionReceipt } from '@latchkey/core'
import { startSolanaChain } from '@latchkey/devnet'
import { createSolanaTestWallet } from '@latchkey/devnet/wallet'
import { expect, it, onTestFinished } from 'vitest'
import { familyChain, familyConfig, pageWith } from '../../../connectors/test/families.js'
import { solana } from '../solana.js'

it('the test wallet signs and sends, and the real local chain moves it', async () => {
  const chain = await startSolanaChain({ port: 0 })
  onTestFinished(() => chain.stop())
  const page = pageWith()
  const wallet = createSolanaTestWallet({ chain })
  wallet.announce({ target: page })
  const [from = '', to = ''] = wallet.accounts
  await chain.fund(from)
  await chain.fund(to)
  const config = familyConfig({
    chains: [
      familyChain(chain.chainId, chain.name, {
        nativeCurrency: chain.nativeCurrency,
        rpcUrls: { default: { http: [chain.url] } },
      }),
    ],
    namespaces: [solana({ target: page })],
  })
  await connect(config, { connector: 'solana:latchkey-test-wallet' })
  const account = `${chain.chainId}:${to}` as const
  const before = await getBalance(config, { account })
  const hash = await sendTransfer(config, { to, amount: 1_000_000n })
  expect(await waitForTransactionReceipt(config, { hash })).toMatchObject({ status: 'confirmed' })
  const after = await getBalance(config, { account, force: true })
  expect(after.value - before.value).toBe(1_000_000n)
})
