// Signing in with social accounts in AppKit's own views, at the local world's providers.

const account = (page) => page.locator('#acct', { hasText: /^0x[0-9a-fA-F]{40}$/ })

async function press(page, provider) {
  // AppKit still asks its servers what the app may do; a person is slower than that.
  await page.waitForLoadState('networkidle', { timeout: 15_000 }).catch(() => {})
  await page.locator('#open').click()
  await page.locator(`[data-testid=social-selector-${provider}]`).click()
}

const choose = (window, name) => window.getByRole('button', { name, exact: true }).click()

/** Signs in at a provider in the window that AppKit opens for it; gives the address. */
export async function signInAt({ page }, provider, name) {
  const [window] = await Promise.all([page.waitForEvent('popup'), press(page, provider)])
  await choose(window, name)
  await choose(window, 'Continue')
  await account(page).waitFor()
  return account(page).textContent()
}

/** Closes the window of a provider; AppKit goes back to where one chooses. */
export async function leaveWindow({ page }, provider) {
  const [window] = await Promise.all([page.waitForEvent('popup'), press(page, provider)])
  await window.getByRole('heading').first().waitFor()
  await window.close()
  await page.locator('w3m-connecting-social-view').waitFor({ state: 'detached' })
  await page.locator('[data-testid=w3m-header-close]').click()
}

/** Signs in by the QR code of Farcaster, with an account in its app; gives the address. */
export async function scanFarcaster({ page, context }, name) {
  await press(page, 'farcaster')
  const code = page.locator('w3m-connecting-farcaster-view wui-qr-code')
  await code.waitFor()
  const phone = await context.newPage()
  await phone.goto(await code.evaluate(({ uri }) => uri))
  await choose(phone, name)
  await account(page).waitFor()
  await phone.close()
  return account(page).textContent()
}
