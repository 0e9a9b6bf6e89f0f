import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { BrowserContext } from 'playwright-core'
import { inject } from 'vitest'
import type { WalletPageSettings } from './walletPage/settings.js'

/** Puts another wallet in the place of ours, at its address, that behaves as the test says; for `visit({ before })`. */
export async function standIn(context: BrowserContext, settings: WalletPageSettings): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./walletPage/main.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: ['@latchkey/source'],
  })
  const { frameUrl } = inject('world')
  await context.route(`${frameUrl}/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]?.text ?? '' })
      : route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><body><script type="application/json" id="settings">${JSON.stringify(settings)}</script><script type="module" src="/main.js"></script>`,
        }),
  )
}
