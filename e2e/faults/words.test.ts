import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { useBrowser } from '../browser.js'
import { createInbox } from '../pages/inbox.js'
import { readKey, readWords } from '../pages/walletWindow.js'
import { signInElsewhere } from '../steps.js'
import { stepTimeout } from '../stepTimeout.js'

const { visit, browser } = useBrowser('parted')

// Vectors of BIP-39: the words, what is behind them, and one of them with a slip.
const phrases = [
  {
    words: 'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic',
    hex: '9e885d952ad362caeb4efe34a8e91bd2',
    slip: ['cruise', 'cruse', 'Word 9 is none of those'],
  },
  {
    words:
      'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length',
    hex: '68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c',
    slip: ['toddler', 'todler', 'Word 10 is none of those'],
  },
] as const

/** Signs an account without a wallet in on the wallet's own page, and writes down what the page asks and says. */
async function openRecovery(email: string) {
  const inbox = createInbox(inject('world').inboxUrl)
  const context = await browser().newContext({ locale: 'en-US' })
  context.setDefaultTimeout(stepTimeout)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const told: string[] = []
  page.on('request', (request) => told.push(`${request.url()} ${request.postData() ?? ''}`))
  page.on('console', (message) => told.push(message.text()))

  // A press counts only once nothing has come for a while, and the buttons of the providers come by themselves.
  await page.goto(`${inject('world').frameUrl}/recover`, { waitUntil: 'networkidle' })
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  const button = page.getByRole('button', { name: 'Continue', exact: true })
  await button.click()
  // On a busy machine a button may still have come under the press: the page then asks for another one.
  const [heading, again] = [page.getByRole('heading', { name: 'Enter your code' }), page.getByText(/press once more/)]
  await heading.or(again).waitFor()
  if (await again.isVisible()) await button.click()
  await heading.waitFor()
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).focus()
  await page.keyboard.type(await inbox.code(email))
  return { page, told, inbox }
}

describe('a person who left with their words', () => {
  it.each(phrases)(
    'sees the addresses of $words first, and has that wallet on every site from then on',
    async ({ words, hex, slip }) => {
      const email = `words-${words.split(' ').length}@mail.example`
      const [right, wrong, said] = slip
      const { address } = mnemonicToAccount(words)
      const { page, told } = await openRecovery(email)
      const field = page.getByRole('textbox', { name: 'Your recovery phrase or private key' })
      await field.fill(words.replace(right, wrong))
      await page.getByRole('button', { name: 'Show its addresses' }).click()
      await page.getByText(said).waitFor()
      await field.fill(words)
      await page.getByRole('button', { name: 'Show its addresses' }).click()
      await page.getByText(address).waitFor()
      expect(told.filter((line) => line.includes('/api/vault/wallet'))).toEqual([])
      await page.getByRole('button', { name: 'Import this wallet' }).click()
      await page.getByRole('heading', { name: 'Your wallet is back' }).waitFor()
      await page.getByText(address).waitFor()
      // Neither the words nor what is behind them went anywhere.
      const all = told.join('\n')
      const entropy = Buffer.from(hex, 'hex')
      for (const secret of [
        words.split(' ')[0] ?? '',
        right,
        entropy.toString('hex'),
        entropy.toString('base64').slice(0, 20),
      ])
        expect(all).not.toContain(secret)

      const site = await visit({ foreign: true })
      expect(await signInElsewhere(site, email)).toBe(address)
    },
    300_000,
  )
})

// What other wallets export: the first account of anvil, and vector 1 of RFC 8032 (7.1) as a Solana key pair, its address, and the
// same seed with an address that is not its own.
const evmKey = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
const solanaKey = '49W385L4rePHy6PAaQUovbD2aacgN4HsKXSMeUzRg4fmwXszN91JuMFrQRj3vMDpZuRF3ZknQBuRBoWQJEfXstMw'
const solana = 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z'
const torn = '49W385L4rePHy6PAaQUovbD2aacgN4HsKXSMeUzRg4fmhWfHKjBHtUzSWMPEwxNFPE6bmPEX6jYUFwiryLpwg5XL'

describe('a person who left with their private keys', () => {
  it('sees their addresses first, has them on every site from then on, and can leave with the keys again', async () => {
    const email = 'keys@mail.example'
    const { address } = privateKeyToAccount(`0x${evmKey}`)
    const { page, told, inbox } = await openRecovery(email)
    const field = page.getByRole('textbox', { name: 'Your recovery phrase or private key' })
    const read = page.getByRole('button', { name: 'Show its addresses' })
    for (const [wrong, says] of [
      [evmKey.slice(1), 'A private key has 64 digits from 0 to f, and here are 63.'],
      [address, 'This is an address.'],
      [torn, 'do not belong together'],
    ] as const) {
      await field.fill(wrong)
      await read.click()
      await page.getByText(says).waitFor()
      expect(await field.inputValue()).toBe(wrong)
    }
    await field.fill(`0x${evmKey}\n${solanaKey}`)
    await read.click()
    await page.getByText(address).waitFor()
    await page.getByText(solana).waitFor()
    await page.getByText(/^On Bitcoin this wallet gets new addresses/).waitFor()
    expect(told.filter((line) => line.includes('/api/vault/wallet'))).toEqual([])
    await page.getByRole('button', { name: 'Import this wallet' }).click()
    await page.getByRole('heading', { name: 'Your wallet is back' }).waitFor()
    await page.getByText(address).waitFor()
    const all = told.join('\n')
    for (const secret of [evmKey, solanaKey, seed, Buffer.from(evmKey, 'hex').toString('base64').slice(0, 20)])
      expect(all.toLowerCase()).not.toContain(secret.toLowerCase())

    const site = await visit({ foreign: true })
    expect(await signInElsewhere(site, email)).toBe(address)
    await page.goto(`${inject('world').frameUrl}/export`)
    await readWords(page, { inbox }, email)
    expect(await readKey(page, /^Your private key for Ethereum/)).toBe(evmKey)
    expect(await readKey(page, 'Your private key for Solana')).toBe(solanaKey)
  }, 300_000)
})
