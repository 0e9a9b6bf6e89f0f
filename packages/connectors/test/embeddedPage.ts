import {
  type Config,
  type CreateConfigParameters,
  connect,
  createConfig,
  createStorage,
  type EmbeddedConnector,
  isEmbedded,
} from '@latchkey/core'
import { mainnet, polygon } from '@latchkey/core/chains'
import { createEmbedded } from '../src/embedded/createEmbedded.js'
import { type createFakeFrame, settle, turns, walletOrigin } from './fakeFrame.js'

type FakeFrame = ReturnType<typeof createFakeFrame>
const configs: Config[] = []

/** Leaves all pages. */
export function leaveAll(): void {
  for (const config of configs.splice(0)) config.destroy()
}

/** What a browser keeps. */
export function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

/** A page over a fake frame; the same store is the next visit. */
export function visit(frame: FakeFrame, store = memory(), more: Partial<CreateConfigParameters> = {}) {
  const config = createConfig({
    chains: [mainnet, polygon],
    storage: createStorage({ store }),
    metadata: { name: 'App', description: 'An app', url: 'https://app.example', icons: ['https://app.example/i.png'] },
    connectors: [
      (host) =>
        createEmbedded(host, {
          url: new URL(`${walletOrigin}/sdk`),
          name: 'Email',
          projectId: 'p1',
          enableLogger: true,
          socials: true,
          mount: frame.mount,
        }),
    ],
    ...more,
  })
  configs.push(config)
  const connector = config.connectors.find(isEmbedded) as EmbeddedConnector
  return { config, store, connector, wallet: connector.embedded }
}

/** Signs in as a person does. */
export async function signIn(page: ReturnType<typeof visit>) {
  const mailed = page.wallet.connectEmail({ email: 'ada@example.com' })
  await settle()
  await mailed
  const coded = page.wallet.enterCode({ purpose: 'login' })
  await turns()
  await coded
  const connected = connect(page.config, { connector: 'ID_AUTH' })
  // The caller of the sign-in sees the failure, some turns later.
  connected.catch(() => {})
  await turns(24)
  return connected
}

/** What the page remembers of a sign-in. */
export const remembered = (store: ReturnType<typeof memory>) => JSON.parse(store.kept.get('@latchkey/embedded') ?? '{}')
