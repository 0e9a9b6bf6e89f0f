import { connect, getBalance, sendTransfer, waitForTransactionReceipt } from '@latchkey/core'
import { startBitcoinChain } from '@latchkey/devnet'
import { createBitcoinTestWallet } from '@latchkey/devnet/wallet'
import { describe, expect, it, onTestFinished } from 'vitest'
import { familyChain, familyConfig, pageWith } from '../../../connectors/test/families.js'
import { bitcoin } from '../bitcoin.js'

type Chain = Awaited<ReturnType<typeof startBitcoinChain>>

const chainOf = ({ chainId, name, nativeCurrency, url }: Chain) =>
  familyChain(chainId, name, { nativeCurrency, rpcUrls: { default: { http: [url] } } })

describe('sending on the real local chain', () => {
  it.each(['standard', 'satsConnect', 'unisat'] as const)('Bitcoin by %s: the chain moves it', async (way) => {
    const chain = await startBitcoinChain({ port: 0 })
    onTestFinished(() => chain.stop())
    const page = pageWith()
    const wallet = createBitcoinTestWallet({ chain })
    wallet.announce({ target: page, ways: [way] })
    await chain.fund(wallet.accounts[0]?.payment.address ?? '')
    const config = familyConfig({
      chains: [chainOf(chain)],
      namespaces: [bitcoin({ target: page })],
    })
    await connect(config, { connector: config.connectors[0]?.id ?? '' })
    const to = wallet.accounts[1]?.ordinal.address ?? ''
    const account = `${chain.chainId}:${to}` as const
    const before = await getBalance(config, { account })
    const hash = await sendTransfer(config, { to, amount: 20_000n })
    await chain.mine(1)
    expect(await waitForTransactionReceipt(config, { hash })).toMatchObject({ status: 'confirmed' })
    const after = await getBalance(config, { account, force: true })
    expect(after.value - before.value).toBe(20_000n)
  })
})
