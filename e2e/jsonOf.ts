import type { Response } from 'playwright-core'

/**
 * The JSON that a page was answered. Chromium does not always keep the body of what a page has read ("No data found for
 * resource"); the same is then asked once more, as the page asked it.
 */
export async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (response.request().method() !== 'GET') throw error
    const again = await fetch(response.url())
    return again.json()
  }
}
