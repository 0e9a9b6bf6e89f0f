import { bitcoinAccounts, solanaAccounts, solanaTokens } from '@latchkey/devnet'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { cut } from './amounts.js'
import { useBrowser, type Visit } from './browser.js'
import { forgetBalances, readChain } from './chain.js'
import { eventually } from './eventually.js'
import { readFamily } from './familyChains.js'
import { chooseNetwork, familyOf, fund, send, shows, switchTo } from './familySteps.js'
import { askedOf, withWallets } from './pageWallets.js'
import { settle } from './settle.js'

const { visit } = useBrowser()

const evm = { own: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', other: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' }
const solana = { own: solanaAccounts[1]?.address ?? '', other: solanaAccounts[7]?.address ?? '' }
const [first, , third] = bitcoinAccounts(3)
const bitcoin = { own: first?.payment.address ?? '', other: third?.payment.address ?? '' }
const usdc = solanaTokens.find(({ symbol }) => symbol === 'USDC')?.address ?? ''

/** What the three chains say of an account of each. */
function chains() {
  const [ethereum] = inject('world').chains
  if (!ethereum) throw new Error('The world has a first chain')
  const [sol, btc] = [readFamily(familyOf('solana')), readFamily(familyOf('bip122'))]
  const { client, token } = readChain(ethereum)
  return {
    ether: (address: string) => client.getBalance({ address: address as `0x${string}` }),
    evmToken: (address: string) => token('USDC', address),
    sol: sol.native,
    solToken: (owner: string) => sol.token(usdc, owner),
    btc: btc.native,
  }
}

// Everybody begins with coins; tokens come from the faucet.
beforeAll(async () => {
  await fund(familyOf('solana').chainId, solana.own)
  for (const { own } of [evm, solana]) await forgetBalances(own)
})

describe('a page of several chain families', () => {
  it('has three wallets beside each other: each family keeps its account, network and balance, and sends', async () => {
    const site = await visit({
      families: true,
      settings: { testWalletUrl: '' },
      before: withWallets(
        { name: 'Ether Wallet', families: ['eip155'] },
        { name: 'Sun Wallet', families: ['solana'] },
        { name: 'Coin Wallet', families: ['bip122'] },
      ),
    })
    const { home, modal, page } = site
    await home.connectButton.click()
    await modal.button('Ether Wallet').click()
    await eventually(() => home.address.textContent()).toBe(evm.own)
    await join(site, 'Local Solana', 'Sun Wallet')
    await eventually(() => home.address.textContent()).toBe(solana.own)
    await join(site, 'Local Bitcoin', 'Coin Wallet')
    await eventually(() => home.address.textContent()).toBe(bitcoin.own)
    await sendOnAll(site)
    expect(await askedOf(page, 'Ether Wallet', 'eip155')).toEqual([
      'eth_requestAccounts',
      'eth_chainId',
      'eth_sendTransaction',
    ])
    expect(await askedOf(page, 'Sun Wallet', 'solana')).toEqual([
      'standard:connect',
      'solana:signAndSendTransaction',
      'solana:signAndSendTransaction',
    ])
    expect(await askedOf(page, 'Coin Wallet', 'bip122')).toEqual(['bitcoin:connect', 'bitcoin:signTransaction'])
  })

  it('has one wallet of several families, one entry in the list, which asks for each', async () => {
    const site = await visit({ families: true })
    const { home, modal, page, wallet } = site
    await home.connectButton.click()
    await modal.button(wallet.name).first().waitFor()
    await settle(page)
    expect(await modal.button(wallet.name).count()).toBe(1)
    await modal.button(wallet.name).click()
    await modal.dialog.getByRole('list', { name: `Where to use ${wallet.name}` }).waitFor()
    await settle(page)
    await modal.button('Ethereum').click()
    await wallet.approve()
    await eventually(() => home.address.textContent()).toBe(evm.own)
    await join(site, 'Local Solana', wallet.name, wallet.approve)
    await eventually(() => home.address.textContent()).toBe(solana.own)
    await join(site, 'Local Bitcoin', wallet.name, wallet.approve)
    await eventually(() => home.address.textContent()).toBe(bitcoin.own)
    await sendOnAll(site, wallet.approve)
  })
})

/** Connects a wallet of another family by choosing a network of it; the account is open. */
async function join(site: Visit, network: string, wallet: string, approve?: () => Promise<void>): Promise<void> {
  const { modal, page } = site
  await chooseNetwork(site, network)
  await modal.button('Choose a wallet').click()
  await modal.shows(/^Connect an? \w+ wallet$/)
  await settle(page)
  await modal.button(wallet).click()
  await approve?.()
  await modal.shows('Account')
  await modal.button(`Network: ${network}`).waitFor()
}

/** Sends from each family in turn, beginning and ending on Bitcoin, and holds what is shown against the chains. */
async function sendOnAll(site: Visit, approve?: () => Promise<void>): Promise<void> {
  const { home } = site
  const chain = chains()
  const by = approve ? { approve } : {}
  const before = {
    btc: await chain.btc(bitcoin.other),
    sol: await chain.sol(solana.other),
    solToken: await chain.solToken(solana.other),
    ether: await chain.ether(evm.other),
  }
  await shows(site, 'BTC', cut(await chain.btc(bitcoin.own), 8))
  await send(site, { amount: '0.01', symbol: 'BTC', to: bitcoin.other, ...by })
  expect(await chain.btc(bitcoin.other)).toBe(before.btc + 1_000_000n)
  await shows(site, 'BTC', cut(await chain.btc(bitcoin.own), 8))

  await switchTo(site, 'Local Solana')
  await eventually(() => home.address.textContent()).toBe(solana.own)
  await eventually(() => home.fact('Chain id').textContent()).toBe(familyOf('solana').chainId)
  await shows(site, 'SOL', cut(await chain.sol(solana.own), 9))
  await send(site, { amount: '1.5', symbol: 'SOL', to: solana.other, ...by })
  expect(await chain.sol(solana.other)).toBe(before.sol + 1_500_000_000n)
  // The token is one more transfer over the same way; once is enough.
  if (!approve) {
    await send(site, { amount: '12.5', symbol: 'USDC', token: 'USD Coin', to: solana.other })
    expect(await chain.solToken(solana.other)).toBe(before.solToken + 12_500_000n)
  }
  await shows(site, 'SOL', cut(await chain.sol(solana.own), 9))
  await shows(site, 'USDC', cut(await chain.solToken(solana.own), 6))

  await switchTo(site, 'Local Ethereum')
  await eventually(() => home.address.textContent()).toBe(evm.own)
  await send(site, { amount: '0.25', symbol: 'ETH', to: evm.other, ...by })
  expect(await chain.ether(evm.other)).toBe(before.ether + 250_000_000_000_000_000n)
  await shows(site, 'USDC', cut(await chain.evmToken(evm.own), 6))

  await switchTo(site, 'Local Bitcoin')
  await eventually(() => home.address.textContent()).toBe(bitcoin.own)
  await shows(site, 'BTC', cut(await chain.btc(bitcoin.own), 8))
}
