import type { Page } from 'playwright-core'

/** Waits until nothing moves any more that would come to rest: views, heights, pictures. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.querySelector('dialog[open] :is([data-leaving], [data-changing])')) return false
    if (document.querySelector('dialog[open] :is([aria-busy="true"], .lk-skeleton)')) return false
    if ([...document.images].some((image) => !image.complete && image.loading !== 'lazy')) return false
    const shadows = [...document.querySelectorAll('[data-latchkey-test-wallet]')].flatMap(
      (host) => host.shadowRoot ?? [],
    )
    return [document, ...shadows]
      .flatMap((root) => root.getAnimations())
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      )
  })
}
