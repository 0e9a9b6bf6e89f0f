import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { useBrowser } from '../browser.js'
import { createInbox } from '../pages/inbox.js'
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

describe('a person who left with their words', () => {
  it.each(phrases)(
    'sees the addresses of $words first, and has that wallet on every site from then on',
    async ({ words, hex, slip }) => {
      const email = `words-${words.split(' ').length}@mail.example`
      const [right, wrong, said] = slip
      const { address } = mnemonicToAccount(words)
      const inbox = createInbox(inject('world').inboxUrl)
      const context = await browser().newContext({ locale: 'en-US' })
      context.setDefaultTimeout(stepTimeout)
      onTestFinished(() => context.close())
      const page = await context.newPage()
      const told: string[] = []
      page.on('request', (request) => told.push(`${request.url()} ${request.postData() ?? ''}`))
      page.on('console', (message) => told.push(message.text()))

      await page.goto(`${inject('world').frameUrl}/recover`)
      await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
      await page.getByRole('textbox', { name: 'Digit 1 of 6' }).focus()
      await page.keyboard.type(await inbox.code(email))
      const field = page.getByRole('textbox', { name: 'Your recovery phrase' })
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
