import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { useBrowser } from '../browser.js'
import { createInbox } from '../pages/inbox.js'
import { signInElsewhere } from '../steps.js'
import { stepTimeout } from '../stepTimeout.js'

const { visit, browser } = useBrowser('parted')

// A vector of BIP-39.
const words =
  'hamster diagram private dutch cause delay private meat slide toddler razor book happy fancy gospel tennis maple dilemma loan word shrug inflict delay length'

describe('a person who left with their words', () => {
  it('comes back by them, under an address that has no wallet, and has the same wallet on every site from then on', async () => {
    const email = 'words@mail.example'
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
    const field = page.getByRole('textbox', { name: 'Your 24 words' })
    await field.fill(words.replace('toddler', 'todler'))
    await page.getByRole('button', { name: 'Bring this wallet' }).click()
    await page.getByText('Word 10 is none of those').waitFor()
    await field.fill(words)
    await page.getByRole('button', { name: 'Bring this wallet' }).click()
    await page.getByRole('heading', { name: 'Your wallet is back' }).waitFor()
    await page.getByText(address).waitFor()
    // Neither the words nor what is behind them went anywhere.
    const all = told.join('\n')
    const entropy = Buffer.from('68a79eaca2324873eacc50cb9c6eca8cc68ea5d936f98787c60c7ebc74e6ce7c', 'hex')
    for (const secret of ['hamster', 'toddler', entropy.toString('hex'), entropy.toString('base64').slice(0, 20)])
      expect(all).not.toContain(secret)

    const site = await visit({ foreign: true })
    expect(await signInElsewhere(site, email)).toBe(address)
  }, 300_000)
})
