import { bitcoinAccounts, solanaAccounts } from '@latchkey/devnet'
import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { readChain } from './chain.js'
import { eventually } from './eventually.js'
import { readFamily } from './familyChains.js'
import { activityShows, familyOf, send, switchTo } from './familySteps.js'
import { signIn } from './steps.js'

const { visit } = useBrowser('parted')
const evmReceiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const solanaReceiver = solanaAccounts[5]?.address ?? ''
const bitcoinReceiver = bitcoinAccounts(6)[5]?.payment.address ?? ''

/** Asks the page's faucet, outside of the modal, and comes back to the account. */
async function fund({ page, home, modal }: Visit, symbol: string): Promise<void> {
  await modal.close()
  await page.getByRole('button', { name: 'Get test funds' }).click()
  await eventually(() => home.fact('Balance').textContent()).toMatch(new RegExp(`[1-9]\\d* ${symbol}`))
  await home.accountButton.click()
  await modal.shows('Account')
}

describe('the embedded wallet', () => {
  it('has an account on EVM, Solana and Bitcoin from one sign-in, and sends on each what was shown', async () => {
    const site = await visit({ families: true })
    const { home, frame } = site
    const approve = async () => {
      await frame.approveButton.waitFor()
      await frame.approve()
    }
    const [ethereum] = inject('world').chains
    if (!ethereum) throw new Error('The world has a first chain')
    const { client } = readChain(ethereum)
    const [sol, btc] = [readFamily(familyOf('solana')), readFamily(familyOf('bip122'))]
    const before = {
      ether: await client.getBalance({ address: evmReceiver }),
      sol: await sol.native(solanaReceiver),
      btc: await btc.native(bitcoinReceiver),
    }
    await signIn(site, 'families@mail.example')
    await fund(site, 'ETH')
    await send(site, { amount: '0.25', symbol: 'ETH', to: evmReceiver, approve })
    expect(await client.getBalance({ address: evmReceiver })).toBe(before.ether + 250_000_000_000_000_000n)
    await activityShows(site, [/Sent 0\.25 ETH/])

    await switchTo(site, 'Local Solana')
    await eventually(() => home.address.textContent()).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    await fund(site, 'SOL')
    await send(site, { amount: '1.25', symbol: 'SOL', to: solanaReceiver, approve })
    expect(await sol.native(solanaReceiver)).toBe(before.sol + 1_250_000_000n)
    await activityShows(site, [/Sent 1\.25 SOL/])

    await switchTo(site, 'Local Bitcoin')
    await eventually(() => home.address.textContent()).toMatch(/^bcrt1q/)
    await fund(site, 'BTC')
    await send(site, { amount: '0.02', symbol: 'BTC', to: bitcoinReceiver, approve })
    expect(await btc.native(bitcoinReceiver)).toBe(before.btc + 2_000_000n)
    await activityShows(site, [/Sent 0\.02 BTC/])
  })
})
