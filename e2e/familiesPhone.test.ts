import { cosmosAccounts, createPhoneWallet, type PhoneWallet, type PhoneWalletOptions } from '@latchkey/devnet'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { readChain } from './chain.js'
import { isSigned } from './checkSignature.js'
import { eventually } from './eventually.js'
import { readFamily } from './familyChains.js'
import { chooseNetwork, familyOf, send, switchTo } from './familySteps.js'
import { settle } from './settle.js'

const { visit } = useBrowser()
const [evmReceiver, solanaReceiver] = [
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  '6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp',
] as const

async function switchOn(switches: PhoneWalletOptions['switches'] = {}): Promise<PhoneWallet> {
  const { apiUrl, chains, families } = inject('world')
  const phone = await createPhoneWallet({ relayUrl: apiUrl.replace('http', 'ws'), chains, families, switches })
  onTestFinished(() => phone.close())
  return phone
}

/** Takes the code to the phone as a person does who copies its text; the wallets are listed. */
async function scan({ modal, page }: Visit, phone: PhoneWallet): Promise<void> {
  await modal.button('WalletConnect').click()
  await modal.dialog.getByRole('img', { name: 'QR code that connects a wallet' }).waitFor()
  await Promise.all([modal.glimpses('Copied'), modal.button('Copy link').click()])
  await phone.pair(await page.evaluate(() => navigator.clipboard.readText()))
}

describe('a wallet on another device, of several families', () => {
  it('signs on all five over one session, and sends on EVM and Solana', async () => {
    const phone = await switchOn()
    const site = await visit({ families: true })
    const { home, modal, page } = site
    await home.connectButton.click()
    await scan(site, phone)
    await modal.shows('Account')
    const [session] = phone.getState().sessions
    const accountOf = (family: string) => session?.accounts.find((one) => one.startsWith(`${family}:`)) ?? ''

    const [ethereum] = inject('world').chains
    if (!ethereum) throw new Error('The world has a first chain')
    const { client } = readChain(ethereum)
    const sol = readFamily(familyOf('solana'))
    const before = [await client.getBalance({ address: evmReceiver }), await sol.native(solanaReceiver)] as const
    await send(site, { amount: '0.125', symbol: 'ETH', to: evmReceiver })
    expect(await client.getBalance({ address: evmReceiver })).toBe(before[0] + 125_000_000_000_000_000n)
    await switchTo(site, 'Local Solana')
    await eventually(async () => `${familyOf('solana').chainId}:${await home.address.textContent()}`).toBe(
      accountOf('solana'),
    )
    await send(site, { amount: '0.5', symbol: 'SOL', to: solanaReceiver })
    expect(await sol.native(solanaReceiver)).toBe(before[1] + 500_000_000n)
    await modal.close()

    const publicKey = cosmosAccounts(2)[1]?.publicKey ?? ''
    for (const [family, name] of [
      ['eip155', 'Local Ethereum'],
      ...inject('world').families.map((chain) => [chain.chainId.split(':')[0] ?? '', chain.name] as const),
    ] as const) {
      const row = page.getByRole('listitem', { name, exact: true })
      await row.getByRole('button', { name: `Sign on ${name}` }).click()
      const signature = (await row.locator('.signature code').textContent()) ?? ''
      const signed = { account: accountOf(family), message: 'Hello from Latchkey', signature, publicKey }
      expect([family, await isSigned(signed)]).toEqual([family, true])
      expect([family, await isSigned({ ...signed, message: 'Hello from Locksmith' })]).toEqual([family, false])
    }
    expect(phone.getState().sessions.length).toBe(1)
  })

  it('[S8-17] that allows one of two families works there, and is told what it lacks for the other', async () => {
    const phone = await switchOn({ onlyChains: [31337] })
    const site = await visit({ families: true })
    const { home, modal, page } = site
    await home.connectButton.click()
    await scan(site, phone)
    await modal.shows('Account')
    const address = await home.address.textContent()
    await chooseNetwork(site, 'Local Solana')
    await modal.button('Choose a wallet').click()
    await modal.shows('Connect a Solana wallet')
    await settle(page)
    await scan(site, phone)
    await modal.dialog.getByText('The connector does not support any of the requested chains').waitFor()
    await eventually(() => home.address.textContent()).toBe(address)
  })
})
