import { expect, inject } from 'vitest'
import type { Visit } from './browser.js'
import { eventually } from './eventually.js'
import { mouse } from './inputs.js'
import { settle } from './settle.js'
import type { WorldFamily } from './world.js'

/** The local chain of a family. */
export function familyOf(family: 'solana' | 'bip122' | 'polkadot' | 'cosmos'): WorldFamily {
  const chain = inject('world').families.find(({ chainId }) => chainId.startsWith(`${family}:`))
  if (!chain) throw new Error(`The world has no chain of ${family}`)
  return chain
}

/** Picks a network of the list; the account is open. */
export async function chooseNetwork({ page, modal }: Visit, name: string, hand = mouse(page)): Promise<void> {
  await modal.shows('Account')
  await settle(page)
  await hand.press(modal.button(/^Network: /))
  await modal.shows('Choose a network')
  await settle(page)
  await hand.press(modal.button(new RegExp(`^${name}`)))
}

/** Goes over to a network of a family that has a wallet; the account is open before and after. */
export async function switchTo(site: Visit, name: string, hand = mouse(site.page)): Promise<void> {
  await chooseNetwork(site, name, hand)
  await site.modal.shows('Account')
  await site.modal.button(`Network: ${name}`).waitFor()
  await settle(site.page)
}

/** What to send, and who agrees to it. */
export type Transfer = {
  readonly amount: string
  readonly symbol: string
  readonly to: string
  /** The name of the token; the native coin of the network unless said otherwise. */
  readonly token?: string
  /** What a person does in the wallet; nothing where it agrees by itself. */
  readonly approve?: () => Promise<void>
}

/** Sends from the account, which is open before and after; waits until a block holds it. */
export async function send(site: Visit, { amount, symbol, to, token, approve }: Transfer): Promise<void> {
  const { modal, page } = site
  await settle(page)
  if (symbol === 'BTC') await openForBitcoin(site)
  else await modal.button('Send').click()
  await modal.shows('Send')
  await settle(page)
  if (token) {
    await modal.button(/change token/i).click()
    await modal.shows('Choose a token')
    await settle(page)
    await modal.button(new RegExp(token)).click()
    await modal.shows('Send')
    await settle(page)
  }
  await modal.dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await modal.dialog.getByRole('textbox', { name: 'To' }).fill(to)
  await modal.button('Review').click()
  await modal.shows('Review')
  await settle(page)
  await modal.button(`Send ${amount} ${symbol}`).click()
  await approve?.()
  await modal.dialog.getByRole('heading', { name: 'Sent' }).waitFor()
  await modal.button('Done').click()
  await modal.shows('Account')
}

/** The account offers to send on EVM and Solana only; on Bitcoin the page does. */
async function openForBitcoin({ modal, page }: Visit): Promise<void> {
  expect(await modal.button('Send').count()).toBe(0)
  await modal.close()
  await page.getByRole('button', { name: 'Send on Local Bitcoin' }).click()
}

/** What the account shows of a token, as a number of whole ones; -1 while it does not. */
export async function held({ modal }: Visit, symbol: string): Promise<number> {
  const row = modal.panel.getByRole('listitem').filter({ hasText: new RegExp(`[\\d.] ?${symbol}\\b`) })
  const text = await row
    .first()
    .textContent({ timeout: 500 })
    .catch(() => null)
  const number = new RegExp(`([\\d,]+(?:\\.\\d+)?)\\s*${symbol}\\b`).exec(text ?? '')?.[1]
  return number === undefined ? -1 : Number(number.replaceAll(',', ''))
}

/** Waits until the account shows this much of a token. */
export async function shows(site: Visit, symbol: string, amount: number): Promise<void> {
  await eventually(() => held(site, symbol)).toBe(amount)
}

/** Opens the list of what was done, and waits until its lines say all of this. */
export async function activityShows(
  { modal, page }: Visit,
  texts: readonly RegExp[],
  hand = mouse(page),
): Promise<void> {
  await settle(page)
  await hand.press(modal.tab('Activity'))
  for (const text of texts) {
    const line = modal.panel.getByRole('listitem').filter({ hasText: text })
    await eventually(() => line.count()).toBeGreaterThan(0)
  }
}

/** Gives an account test funds of every kind, and waits until they can be spent. */
export async function fund(chainId: number | string, address: string): Promise<void> {
  const answer = await fetch(inject('world').faucetUrl, { method: 'POST', body: JSON.stringify({ chainId, address }) })
  if (!answer.ok) throw new Error(`The faucet answered ${answer.status}`)
}
