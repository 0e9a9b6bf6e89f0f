import type { CDPSession, Page } from 'playwright-core'

const authenticator = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  hasPrf: true,
  automaticPresenceSimulation: true,
} as const

/**
 * Plugs an authenticator into one page; it stays as long as the page, wherever that goes.
 *
 * @returns What it holds can be asked through these.
 */
export async function plugInAuthenticator(page: Page): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options: authenticator })
  return { devtools, authenticatorId }
}
