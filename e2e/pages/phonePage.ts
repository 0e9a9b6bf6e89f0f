import type { Locator, Page } from 'playwright-core'

/** The page of the wallet on another device. */
export type PhonePage = {
  /** Gives it what a camera read. */
  pair(uri: string): Promise<void>
  /** Waits for the question with this title, and leaves it open. */
  isAsked(title: string | RegExp): Promise<void>
  readonly question: Locator
  approve(): Promise<void>
  reject(): Promise<void>
  /** The network that it has for the app. */
  readonly network: Locator
  readonly disconnectButton: Locator
  /** Waits until it knows of no app. */
  isAlone(): Promise<void>
}

/** Finds the parts of the phone's page. */
export function createPhonePage(page: Page): PhonePage {
  const question = page.getByTestId('phone-question')
  const answer = async (name: 'phone-approve' | 'phone-reject') => {
    await page.getByTestId(name).click()
    await question.waitFor({ state: 'detached' })
  }
  return {
    question,
    network: page.getByTestId('phone-network'),
    disconnectButton: page.getByTestId('phone-disconnect'),
    async pair(uri) {
      await page.getByTestId('phone-uri').fill(uri)
      await page.getByTestId('phone-pair').click()
    },
    isAsked: (title) => question.getByRole('heading', { name: title }).waitFor(),
    approve: () => answer('phone-approve'),
    reject: () => answer('phone-reject'),
    isAlone: () => page.getByText('No app is connected.').waitFor(),
  }
}
