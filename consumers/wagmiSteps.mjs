// biome-ignore-all lint/correctness/noUndeclaredDependencies: a tool of the repository, whose devDependencies it uses
// What a visitor without a wallet does in an app of wagmi, and what must be true then.
import jsqr from 'jsqr'
import { PNG } from 'pngjs'
import { recoverMessageAddress } from 'viem'
import { approveInWindow } from './frameSteps.mjs'
import { answerOn, openPhone } from './phoneSteps.mjs'
import { askNode } from './startWorld.mjs'
import { must, waitForText } from './steps.mjs'

const text = 'Hello from a wagmi app'

/** Gives an e-mail to our modal, and the code to the frame; answers with the new address. */
export async function signUpInModal(page, email, inbox) {
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'E-mail' })
  await field.fill(email)
  await field.press('Enter')
  return typeCode(page, inbox)
}

/** Gives an e-mail to a form of the app's own. */
export async function signUpInForm(page, email, inbox) {
  await page.locator('#own input').fill(email)
  await page.locator('#own button').click()
  return typeCode(page, inbox)
}

async function typeCode(page, inbox) {
  const { subject } = await inbox.next(/^\d{6} /)
  const frame = page.frameLocator('iframe#w3m-iframe')
  await frame.getByRole('textbox', { name: 'Digit 1 of 6' }).focus()
  await frame.getByRole('textbox', { name: 'Digit 6 of 6' }).waitFor()
  await page.keyboard.type(subject.slice(0, 6))
  return addressOn(page)
}

const inWindow = (page, words) => () => approveInWindow(page, page.frameLocator('iframe#w3m-iframe'), words)

async function addressOn(page) {
  const account = page.locator('#acct', { hasText: /^0x[0-9a-fA-F]{40}$/ })
  await account.waitFor()
  return account.textContent()
}

/** Connects a wallet on another device by the QR code of our modal, read off the screen; answers with its page and address. */
export async function pairPhone(page, phoneUrl) {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'WalletConnect' }).click()
  const code = dialog.getByRole('img', { name: 'QR code that connects a wallet' })
  await code.waitFor()
  const { data, width, height } = PNG.sync.read(await code.screenshot({ animations: 'disabled' }))
  const phone = await openPhone(page.context(), phoneUrl, jsqr(new Uint8ClampedArray(data), width, height).data)
  return { phone, address: await addressOn(page) }
}

/** Signs and sends on the other device. */
export async function usePhone(page, { phone, address }, chain) {
  await signText(page, address, () => answerOn(phone))
  await send(page, address, chain, () => answerOn(phone))
}

/** Signs a text, by default in a window of our wallet. */
export async function signText(page, address, approve = inWindow(page, text)) {
  await page.locator('#sign').click()
  await approve()
  await page.locator('#result', { hasText: /^0x[0-9a-f]{130}$/ }).waitFor()
  const signature = await page.locator('#result').textContent()
  const signer = await recoverMessageAddress({ message: text, signature })
  must(signer === address, `the text was signed by ${signer}, not by ${address}`)
}

/** Gives the account one coin on a chain and sends a hundredth of it, by default from a window of our wallet. */
export async function send(page, address, chain, approve = inWindow(page, 'Network fee, at most')) {
  await waitForText(page, '#chain', String(chain.chainId))
  await askNode(chain, 'anvil_setBalance', [address, '0xde0b6b3a7640000'])
  await page.locator('#send').click()
  await approve()
  await page.locator('#result', { hasText: /^0x[0-9a-f]{64}$/ }).waitFor()
  const hash = await page.locator('#result').textContent()
  const receipt = await askNode(chain, 'eth_getTransactionReceipt', [hash])
  must(receipt?.status === '0x1' && BigInt(receipt.from) === BigInt(address), `no receipt of ${hash}`)
}
