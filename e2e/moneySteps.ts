import { collectibleAddress } from '@latchkey/devnet'
import type { Locator, Page } from 'playwright-core'
import { erc20Abi, erc721Abi, isAddressEqual, parseEventLogs, parseUnits } from 'viem'
import { expect, inject } from 'vitest'
import { cut } from './amounts.js'
import type { Visit } from './browser.js'
import { forgetBalances, readChain } from './chain.js'
import { eventually } from './eventually.js'
import { fund } from './familySteps.js'
import { finger, mouse } from './inputs.js'
import { settle } from './settle.js'

/** Somebody with money on the page: by which hand, and with which wallet. */
export type Holder = {
  readonly site: Visit
  readonly owner: `0x${string}`
  /** Presses a control of a page once nothing moves. */
  press(control: Locator, page?: Page): Promise<void>
  /** Puts a text into a field, in place of what is there. */
  write(field: Locator, text: string, page?: Page): Promise<void>
  /** Agrees in the wallet; where it says in words what is signed, these must be there. */
  agree(...words: readonly RegExp[]): Promise<void>
}

/** The name of a hand, as tests tell it. */
export type HandName = 'a mouse' | 'a finger'

const receiver = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** The chain on which all of this happens. */
export function moneyChain() {
  const [ethereum] = inject('world').chains
  if (!ethereum) throw new Error('The world has a first chain')
  return { ...readChain(ethereum), ...ethereum }
}

function handOn(site: Visit, name: HandName): Pick<Holder, 'press' | 'write'> {
  const handOf = name === 'a finger' ? finger : mouse
  const press = async (control: Locator, page = site.page) => {
    await control.waitFor()
    await settle(page)
    await handOf(page).press(control)
  }
  return {
    press,
    async write(field, text, page = site.page) {
      await press(field, page)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
    },
  }
}

/** Connects a wallet of the browser whose account was given funds; the account is open. */
export async function browserWallet(site: Visit, hand: HandName): Promise<Holder> {
  const { home, modal, wallet } = site
  const { press, write } = handOn(site, hand)
  const agree = async () => {
    await press(wallet.approveButton)
    await wallet.window.waitFor({ state: 'hidden' })
  }
  await wallet.selectAccount(1)
  const owner = (await wallet.accounts())[1] as `0x${string}`
  await fund(moneyChain().chainId, owner)
  await forgetBalances(owner)
  await press(home.connectButton)
  await press(modal.button(wallet.name))
  await agree()
  await modal.token('Test USD Coin').waitFor()
  return { site, owner, press, write, agree }
}

/** Signs in by e-mail and asks for funds; the account is open. */
export async function embeddedWallet(site: Visit, hand: HandName, email: string): Promise<Holder> {
  const { page, home, modal, frame, inbox } = site
  const { press, write } = handOn(site, hand)
  await press(home.connectButton)
  await write(modal.dialog.getByRole('textbox', { name: 'E-mail' }), email)
  await press(modal.button('Continue'))
  await frame.shows('Enter your code')
  await frame.typeCode(await inbox.code(email))
  await modal.button('Disconnect').waitFor()
  await press(modal.closeButton)
  await modal.isGone()
  await press(page.getByRole('button', { name: 'Get test funds' }))
  await eventually(() => home.fact('Balance').textContent()).toMatch(/[1-9]\d* ETH/)
  const owner = (await home.address.textContent()) as `0x${string}`
  await press(home.accountButton)
  await modal.token('Test USD Coin').waitFor()
  return {
    site,
    owner,
    press,
    write,
    async agree(...words) {
      await frame.approveButton.waitFor()
      const shown = (await frame.screen.innerText()).replace(/\s+/g, ' ')
      for (const one of words) expect(shown).toMatch(one)
      await (hand === 'a finger' ? tapToApprove(site) : frame.approve())
    },
  }
}

/** The first tap is not taken, and a button that waits may take no second one either. */
async function tapToApprove({ page, frame }: Visit): Promise<void> {
  // What does not fit has to be read to its end.
  await frame.inside.locator('.lf-end').scrollIntoViewIfNeeded()
  for (let taps = 0; taps < 6; taps++) {
    await frame.inside.locator('.lf-approve[data-state="armed"]').waitFor()
    await frame.approveButton.tap()
    const isTaken = await frame.element.waitFor({ state: 'hidden', timeout: 3_000 }).then(
      () => true,
      () => false,
    )
    if (isTaken) return
  }
  await page.screenshot({ path: '.reports/e2e/not-approved-by-finger.png' }).catch(() => {})
  throw new Error('No tap was taken for an approval')
}

const swapNow = ({ modal }: Visit) => modal.dialog.getByRole('button', { name: 'Swap', exact: true })
const fact = ({ modal }: Visit, label: string) => modal.dialog.locator('.lk-fact', { hasText: label })

/** The amount that stands beside a label of a result, with all its digits, in base units. */
export async function told(site: Visit, label: string, decimals: number): Promise<bigint> {
  const text = await fact(site, label).locator('.lk-number').first().getAttribute('title')
  return parseUnits((text ?? '').replace(/[^\d.]/g, ''), decimals)
}

/** What a transaction that the page names brought its sender, by its receipt and its block. */
async function broughtBy(site: Visit, owner: `0x${string}`, symbol: 'ETH' | 'USDC'): Promise<bigint> {
  const { client, tokens } = moneyChain()
  const hash = (await fact(site, 'Transaction').locator('[title]').first().getAttribute('title')) as `0x${string}`
  const { status, logs, blockNumber, gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash })
  expect(status).toBe('success')
  if (symbol === 'ETH') {
    const after = await client.getBalance({ address: owner, blockNumber })
    return (
      after - (await client.getBalance({ address: owner, blockNumber: blockNumber - 1n })) + gasUsed * effectiveGasPrice
    )
  }
  const token = tokens.find((one) => one.symbol === symbol)
  return parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
    .filter(({ address, args }) => address === token?.address.toLowerCase() && isAddressEqual(args.to, owner))
    .reduce((sum, { args }) => sum + args.value, 0n)
}

/** Swaps the coin for a token, and a part of it back by an exact approval: what is told is what the receipts say. */
export async function swapThereAndBack({ site, owner, press, write, agree }: Holder): Promise<void> {
  const { modal } = site
  const pays = modal.dialog.getByRole('textbox', { name: 'You pay' })
  const done = modal.dialog.getByText('Swapped', { exact: true })
  await press(modal.button('Swap'))
  await press(modal.button(/Choose token/).first())
  await press(modal.button(/Test USD Coin/))
  await modal.shows('Swap')
  await write(pays, '0.1')
  await press(modal.button('Review swap'))
  await modal.shows('Review swap')
  await press(swapNow(site))
  await agree(/[−-] ?0\.1 ETH/)
  await done.waitFor()
  const received = await broughtBy(site, owner, 'USDC')
  expect(received).toBeGreaterThan(parseUnits('100', 6))
  expect(await told(site, 'You received', 6)).toBe(received)

  await press(modal.button('Swap more'))
  await press(modal.button('Swap the two tokens'))
  await modal.button('USDC change token').first().waitFor()
  await write(pays, '25')
  await press(modal.button('Review swap'))
  await press(modal.button('Approve 25 USDC'))
  await agree(/25 USDC/, /spend|permission|allow/i)
  await press(swapNow(site))
  await agree(/[−-] ?25 USDC/, /\+ ?0\.\d+ ETH/)
  await done.waitFor()
  const returned = await broughtBy(site, owner, 'ETH')
  expect(returned).toBeGreaterThan(0n)
  expect(await told(site, 'You received', 18)).toBe(returned)
  await press(modal.button('Done'))
  await modal.shows('Account')
}

/** Buys a token by a card and a code: what is told to have arrived is what the account has more. */
export async function buyByCard({ site, owner, press, write }: Holder): Promise<void> {
  const { page, modal } = site
  const { token } = moneyChain()
  const before = await token('USDC', owner)
  await press(modal.button('Buy'))
  await modal.shows('Buy')
  await modal.dialog.getByLabel('Token', { exact: true }).selectOption('USDC')
  await modal.dialog.getByText(/You get about [\d.]+ USDC/).waitFor()
  const [popup] = await Promise.all([page.waitForEvent('popup'), press(modal.button(/^Local provider/))])
  await press(popup.getByRole('button', { name: 'Pay 100 USD' }), popup)
  await write(popup.getByLabel('Code'), '123456', popup)
  await press(popup.getByRole('button', { name: 'Confirm' }), popup)
  const arrived = await modal.dialog.getByText(/^[\d.,]+ USDC arrived$/).textContent()
  const more = (await token('USDC', owner)) - before
  expect(more).toBeGreaterThan(0n)
  expect(Number(arrived?.replace(/[^\d.]/g, ''))).toBe(cut(more, 6))
  await popup.close()
  await press(modal.button('Done'))
  await modal.shows('Account')
}

/** Sends the newest collectible of the account: it is shown with its picture, and gone afterwards. */
export async function sendCollectible({ site, owner, press, write, agree }: Holder): Promise<void> {
  const { modal } = site
  const { client } = moneyChain()
  const came = await client.getContractEvents({
    address: collectibleAddress,
    abi: erc721Abi,
    eventName: 'Transfer',
    args: { to: owner },
    fromBlock: 0n,
  })
  const tokenId = came.at(-1)?.args.tokenId ?? 0n
  const name = `Test Key #${tokenId}`
  await press(modal.tab('NFTs'))
  const item = modal.panel.getByRole('button', { name: new RegExp(`${name}\\b`) })
  await item.waitFor()
  await eventually(() => item.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96)
  await press(item)
  await modal.shows('NFT')
  await press(modal.button('Send'))
  await write(modal.dialog.getByRole('textbox', { name: 'To' }), receiver)
  await press(modal.button('Review'))
  await press(modal.button(`Send 1 ${name}`))
  await agree()
  await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
  const args = [tokenId] as const
  const call = { address: collectibleAddress, abi: erc721Abi, functionName: 'ownerOf', args } as const
  expect(await client.readContract(call)).toBe(receiver)
  await press(modal.button('Done'))
  await press(modal.tab('NFTs'))
  await eventually(() => item.count()).toBe(0)
}
