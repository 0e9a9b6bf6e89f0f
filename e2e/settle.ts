import type { Page } from 'playwright-core'

/** Waits until nothing moves any more that would come to rest: views, heights, pictures; and, unless it may be, nothing is busy. */
export async function settle(page: Page, { mayBeBusy = false } = {}): Promise<void> {
  await page.waitForFunction((mayBeBusy) => {
    if (document.querySelector('dialog[open] :is([data-leaving], [data-changing])')) return false
    if (!mayBeBusy && document.querySelector('dialog[open] :is([aria-busy="true"], .lk-skeleton:not(.lk-place > *))'))
      return false
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
  }, mayBeBusy)
}
