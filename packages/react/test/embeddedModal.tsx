import { type CreateConfigParameters, connect, type EmbeddedWallet, isEmbedded } from '@latchkey/core'
import { createFakeConnector, createFakeEmbedded, type FakeEmbedded } from '@latchkey/core/testing'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import type { Strings } from '../src/strings/en.js'
import { setUp } from './setUp.js'

export const ada = 'ada@example.com'

type Options = Parameters<typeof createFakeEmbedded>[0] &
  Partial<Omit<CreateConfigParameters, 'connectors'>> & {
    readonly fake?: FakeEmbedded
    /** Browser wallets beside the embedded one. */
    readonly others?: readonly ReturnType<typeof createFakeConnector>[]
    /** Signs in with this e-mail before anything is drawn. */
    readonly as?: string
    readonly themeMode?: 'light' | 'dark'
    readonly strings?: Partial<Strings>
    readonly children?: ReactNode
  }

/** Draws an app with an embedded wallet whose answers the test decides, in strict mode, signed in or not. */
export async function embeddedModal(options: Options = {}) {
  const { fake = createFakeEmbedded(options), others = [createFakeConnector()], as, ...more } = options
  serveNothing()
  const app = await setUp({ wallets: others, connectors: [fake.create], debug: false, ...more })
  if (as !== undefined) {
    fake.set({ email: as })
    await connect(app.config, { connector: 'ID_AUTH' })
  }
  const connector = app.config.connectors.find(isEmbedded)
  if (!connector) throw new Error('There is no embedded wallet.')
  // Writable, so that a test can put one action in the place of another.
  const embedded: { -readonly [action in keyof EmbeddedWallet]: EmbeddedWallet[action] } = connector.embedded
  return { ...app, fake, connector, embedded, modal: app.modal, toasts: app.toasts, theme: app.theme }
}

// What the account reads stays unread: these tests are about who somebody is, not about what they have.
function serveNothing(): void {
  const before = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (new URL(url, location.href).origin === location.origin) return before(input, init)
    return new Response('{}', { status: 404 })
  }
  onTestFinished(() => {
    globalThis.fetch = before
  })
}

/** Asks the embedded wallet to approve a request, as a page does; answers with what came of it. */
export async function requestConnection(config: Awaited<ReturnType<typeof embeddedModal>>['config']): Promise<unknown> {
  const provider = (await config.connectors.find(isEmbedded)?.getProvider('eip155')) as {
    request(call: object): Promise<unknown>
  }
  return provider.request({ method: 'personal_sign', params: [] }).catch((error: unknown) => error)
}

/** Waits until something holds; longer than usual, since the code of a view may still be on its way. */
export function until(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 10_000 })
}
