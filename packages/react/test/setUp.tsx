import { type Config, type CreateConfigParameters, createConfig } from '@latchkey/core'
import { createFakeConnector, type FakeConnector } from '@latchkey/core/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import '../src/theme/styles.css'
import { ConnectButton } from '../src/components/ConnectButton.js'
import { type Latchkey, useLatchkey } from '../src/context.js'
import { LatchkeyProvider, type LatchkeyProviderProps } from '../src/provider.js'
import { base, mainnet } from './chains.js'

type Options = Partial<Omit<CreateConfigParameters, 'connectors'>> & {
  readonly wallets?: readonly FakeConnector[]
  readonly connectors?: CreateConfigParameters['connectors']
}

/** A config whose wallets the test decides; nothing is kept and nothing is fetched unless told otherwise. */
export function makeConfig({ wallets = [], connectors = [], ...parameters }: Options = {}): Config {
  const config = createConfig({
    chains: [mainnet, base],
    storage: null,
    connectors: [...wallets.map(({ create }) => create), ...connectors],
    ...parameters,
  })
  onTestFinished(() => config.destroy())
  return config
}

/** A query client that holds a balance for every account, so that no test waits for a node. */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  onTestFinished(() => client.clear())
  return client
}

/** Draws an app with a button, in strict mode. */
export async function setUp({
  children = <ConnectButton />,
  themeMode,
  strings,
  themeVariables,
  config: given,
  queryClient = makeQueryClient(),
  ...options
}: Options & Partial<Omit<LatchkeyProviderProps, 'config'>> & { config?: Config; queryClient?: QueryClient } = {}) {
  const wallets = options.wallets ?? [createFakeConnector()]
  const config = given ?? makeConfig({ ...options, wallets })
  const latchkey: { current: Latchkey | undefined } = { current: undefined }
  const props = {
    ...(themeMode ? { themeMode } : {}),
    ...(themeVariables ? { themeVariables } : {}),
    ...(strings ? { strings } : {}),
  }
  const tree = (now: Config, content: ReactNode = children) => (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LatchkeyProvider config={now} {...props}>
          <main>{content}</main>
          <Reveal into={latchkey} />
        </LatchkeyProvider>
      </QueryClientProvider>
    </StrictMode>
  )
  const screen = await render(tree(config))
  return {
    screen,
    config,
    queryClient,
    tree,
    wallet: wallets[0] as FakeConnector,
    get modal() {
      if (!latchkey.current) throw new Error('Not drawn.')
      return latchkey.current.modal
    },
    get toasts() {
      if (!latchkey.current) throw new Error('Not drawn.')
      return latchkey.current.toasts
    },
    get theme() {
      if (!latchkey.current) throw new Error('Not drawn.')
      return latchkey.current.theme
    },
  }
}

function Reveal({ into }: { into: { current: Latchkey | undefined } }) {
  const latchkey = useLatchkey()
  into.current = latchkey
  return null
}

/** The dialog of the page, whether it is open or not. */
export function dialogOf(): HTMLDialogElement {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.lk-modal')
  if (!dialog) throw new Error('There is no dialog.')
  return dialog
}
