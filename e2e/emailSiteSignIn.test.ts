import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { isSigned } from './checkSignature.js'
import { eventually } from './eventually.js'
import { enterEmail } from './steps.js'

const { visit } = useBrowser()

const solana = () => inject('world').families.find(({ chainId }) => chainId.startsWith('solana:'))?.chainId

/** Connects by e-mail up to the code, on a page whose own code has chosen nothing, or a network. */
async function enterCode(site: Visit, email: string, chainId?: string): Promise<void> {
  const { app, page, frame, inbox } = site
  if (chainId) await app.switchChain(chainId)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await enterEmail(site, email)
  await frame.shows('Enter your code')
  await frame.typeCode(await inbox.code(email))
}

async function expectSession({ app }: Visit, namespace: string): Promise<void> {
  await eventually(async () => (await app.getSignInSession())?.data.chainId.split(':')[0]).toBe(namespace)
  const session = await app.getSignInSession()
  if (!session) throw new Error('Nobody signed in')
  const { data, message, signature, publicKey } = session
  expect(data.accountAddress).toBe(await app.address.textContent())
  const account = `${data.chainId}:${data.accountAddress}` as const
  expect(await isSigned({ account, message, signature, ...(publicKey ? { publicKey } : {}) })).toBe(true)
}

describe('a page that asks who connects to sign in', () => {
  it('is signed in to by the code of the e-mail alone, without a view of its own', async () => {
    const site = await visit({ app: { signIn: true, email: true } })
    const views: (string | null)[] = []
    await enterCode(site, 'one-step@example.com')
    await eventually(async () => {
      views.push(await site.app.view.textContent())
      return (await site.app.getSignInSession())?.data.chainId.split(':')[0]
    }).toBe('eip155')
    expect(views).not.toContain('SIWXSignMessage')
    await expectSession(site, 'eip155')
  })
  it('is signed in to on Solana by one approval in the frame, without a view of its own', async () => {
    const site = await visit({ app: { signIn: true, email: true } })
    await enterCode(site, 'one-step-solana@example.com', solana())
    await site.frame.approve()
    await expectSession(site, 'solana')
    expect(await site.app.view.textContent()).not.toBe('SIWXSignMessage')
  })

  it('asks in its own view where the approval in the frame was refused', async () => {
    const site = await visit({ app: { signIn: true, email: true } })
    await enterCode(site, 'one-step-refused@example.com', solana())
    await site.frame.asks()
    await site.frame.reject()
    await site.modal.shows('Sign in')
    expect(await site.app.getSignInSession()).toBeUndefined()
  })
})
