import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'
import { inject } from 'vitest'
import type { PageWallet, PageWalletsSettings } from './pageWallets/settings.js'

let bundling: Promise<string> | undefined

/**
 * Puts wallets into every page of a browser, as extensions do: several beside each other, where the script of the local world
 * is one.
 *
 * @param wallets - The wallets; those with several families stand in the list as one.
 * @returns What `visit` takes as `before`.
 */
export function withWallets(...wallets: readonly PageWallet[]): (context: BrowserContext) => Promise<void> {
  return async (context) => {
    const { chains, families } = inject('world')
    const settings: PageWalletsSettings = { wallets, chains, families }
    bundling ??= bundle()
    await context.addInitScript({ content: `{const settings=${JSON.stringify(settings)};${await bundling}}` })
  }
}

type Handle = {
  pageWallets: {
    asked(name: string, family: string): readonly string[]
    set(name: string, family: string, switches: object): void
  }
}

/** The methods that one of these wallets was asked on a page, oldest first. */
export function askedOf(page: Page, name: string, family: string): Promise<readonly string[]> {
  return page.evaluate(([name, family]) => (window as unknown as Handle).pageWallets.asked(name, family), [
    name,
    family,
  ] as const)
}

/** Throws switches of one part of a wallet. */
export function setWallet(page: Page, name: string, family: string, switches: object): Promise<void> {
  return page.evaluate(
    ([name, family, switches]) => (window as unknown as Handle).pageWallets.set(name, family, switches),
    [name, family, switches] as const,
  )
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./pageWallets/main.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    conditions: ['@latchkey/source'],
    legalComments: 'none',
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}
