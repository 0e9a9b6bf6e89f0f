import type { ChainId } from '@latchkey/protocol/caip'
import { type ErrorCode, isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { connect } from '../actions/connect.js'
import { disconnect } from '../actions/disconnect.js'
import { reconnect } from '../actions/reconnect.js'
import { switchChain } from '../actions/switchChain.js'
import { type Config, type CreateConfigParameters, createConfig } from '../createConfig.js'
import { isEmbedded } from '../embedded.js'
import { createWagmiProvider } from './createWagmiProvider.js'
import { emailIcon } from './emailIcon.js'
import { readWagmiSession, type WagmiSession } from './readWagmiSession.js'
import type { CreateWagmiConnector, WagmiConnectParameters, WagmiHost } from './wagmiParts.js'

/** What asks a visitor who gave no e-mail: the modal of `@latchkey/react/modal`, or views of an app's own. */
export type AskingModal = {
  /** Resolves once a wallet is connected; rejects when the visitor turns away. */
  connect(route?: { readonly view: 'Connect' | 'EmailLogin' }): Promise<unknown>
}

/** The parameters of `latchkeyConnector`: ways to reach a wallet, or a config that the app has already. */
export type LatchkeyConnectorParameters = (
  | Omit<CreateConfigParameters, 'chains' | 'namespaces' | 'defaultChain' | 'siwx'>
  | { readonly config: Config }
) & {
  /** By which wagmi remembers it. Default: `latchkey`. */
  readonly id?: string
  /** Its kind in wagmi. Default: `latchkey`; ConnectKit opens only connectors of the type `injected`. */
  readonly type?: string
  /** What lists of wallets call it. Default: `E-mail`. */
  readonly name?: string
  /** A `data:image/…` URL. */
  readonly icon?: string
  /** Creates the part that asks the visitor, when it is first needed. Without it `connect({ email })` is the only way to connect. */
  readonly modal?: (config: Config) => AskingModal | Promise<AskingModal>
}

/**
 * Puts Latchkey's wallets (by e-mail, over our relay) into an app that uses wagmi 2 or 3, as one connector: wagmi owns the
 * connection. Nothing of wagmi is imported. `@latchkey/react/wagmi` has the same with the modal.
 *
 * @param parameters - See {@link LatchkeyConnectorParameters}.
 * @returns A connector for `createConfig({ connectors })` of wagmi. Its `connect` takes `email`, which signs in without a modal.
 * @see https://wagmi.sh
 *
 * @example
 * import { embedded } from '@latchkey/connectors/embedded'
 * import { latchkeyConnector } from '@latchkey/core/wagmi'
 * import { connect, createConfig, http } from '@wagmi/core'
 * import { mainnet } from '@wagmi/core/chains'
 * const connector = latchkeyConnector({ connectors: [embedded({ url: 'https://wallet.example.com' })] })
 * const config = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() }, connectors: [connector] })
 * await connect(config, { connector: config.connectors[0], email: 'ada@example.com' })
 */
export function latchkeyConnector(parameters: LatchkeyConnectorParameters): CreateWagmiConnector {
  return (host) => {
    const { id = 'latchkey', type = 'latchkey', name = 'E-mail', icon = emailIcon } = parameters
    const config = configOf(parameters, host)
    const session = () => readWagmiSession(config)
    const caip = (chainId: number | undefined) => (chainId === undefined ? undefined : (`eip155:${chainId}` as const))
    const firstChain = host.chains[0].id
    let asking: Promise<AskingModal> | undefined
    let told = session()

    async function ask(): Promise<void> {
      const { modal } = parameters
      if (!modal) {
        throw new LatchkeyError('INVALID_PARAMS', 'Nothing can ask the visitor: the connector has no modal.', {
          hints: ['Call connect({ connector, email }), or take latchkeyConnector of @latchkey/react/wagmi.'],
        })
      }
      asking ??= Promise.resolve(modal(config))
      const isEmailOnly = config.connectors.every(({ kind }) => kind === 'auth')
      await (await asking).connect({ view: isEmailOnly ? 'EmailLogin' : 'Connect' })
    }

    async function open({ chainId, isReconnecting, email }: WagmiConnectParameters): Promise<WagmiSession> {
      if (isReconnecting) await reconnect(config)
      else if (!session()) await asUser(() => (email ? signInByEmail(config, email, caip(chainId)) : ask()))
      const found = session()
      if (found) return found
      throw new LatchkeyError('NOT_CONNECTED', 'No wallet for EVM chains is connected.')
    }

    const provider = createWagmiProvider({ config, firstChain, session, connect: () => open({}) })

    function follow(): void {
      const [before, now] = [told, session()]
      told = now
      provider.emitChanges(before, now)
      if (!now) {
        if (before) host.emitter.emit('disconnect')
      } else if (!before) host.emitter.emit('connect', { accounts: now.accounts, chainId: now.chainId })
      else if (before.chainId !== now.chainId || before.accounts.join() !== now.accounts.join())
        host.emitter.emit('change', { accounts: now.accounts, chainId: now.chainId })
    }
    config.subscribe(follow)

    async function move(chainId: number): Promise<NonNullable<ReturnType<typeof chainOf>>> {
      const chain = chainOf(host, chainId)
      if (!chain) throw new LatchkeyError('CHAIN_NOT_FOUND', `Chain ${chainId} is not among the chains of wagmi.`)
      await asUser(() => switchChain(config, { chainId: `eip155:${chainId}` }))
      return chain
    }

    return {
      id,
      name,
      icon,
      type,
      async connect(given = {}) {
        let found = await open(given)
        const { chainId } = given
        if (chainId !== undefined && chainId !== found.chainId && !given.isReconnecting) {
          await move(chainId)
          found = session() ?? found
        }
        const { accounts } = found
        const listed = given.withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts
        return { accounts: listed as never, chainId: found.chainId }
      },
      async disconnect() {
        const now = session()
        if (now) await disconnect(config, { connector: now.connectorId })
      },
      getAccounts: async () => session()?.accounts ?? [],
      getChainId: async () => session()?.chainId ?? firstChain,
      getProvider: async () => provider,
      isAuthorized: async () => config.state.current.eip155 !== undefined,
      switchChain: async ({ chainId }) => (await move(chainId)) as never,
      // What a wallet says is heard by the config, see `follow`.
      onAccountsChanged() {},
      onChainChanged() {},
      onDisconnect() {},
    }
  }
}

function configOf(parameters: LatchkeyConnectorParameters, host: WagmiHost): Config {
  if ('config' in parameters) return parameters.config
  const { id: _, type: __, name: ___, icon: ____, modal: _____, ...options } = parameters
  return createConfig({ ...options, chains: host.chains })
}

function chainOf({ chains }: WagmiHost, chainId: number) {
  return chains.find(({ id }) => id === chainId)
}

const refusals: readonly ErrorCode[] = ['USER_REJECTED', 'CONNECTION_REJECTED', 'MODAL_CLOSED']

/** A visitor's no becomes the error by which apps of wagmi know one. */
async function asUser<value>(act: () => Promise<value>): Promise<value> {
  try {
    return await act()
  } catch (thrown) {
    if (!isLatchkeyError(thrown) || !refusals.includes(thrown.code)) throw thrown
    const { UserRejectedRequestError } = await import('viem')
    throw new UserRejectedRequestError(thrown)
  }
}

/** Signs in with the embedded wallet without a view of ours: the mail, its link on a new browser, the code in the frame. */
async function signInByEmail(config: Config, email: string, chainId: ChainId | undefined): Promise<void> {
  const connector = config.connectors.find(isEmbedded)
  if (!connector) {
    throw new LatchkeyError('CONNECTOR_NOT_FOUND', 'The config has no e-mail wallet.', {
      hints: ['Pass embedded({ url }) in connectors.'],
    })
  }
  const { embedded } = connector
  const { action } = await embedded.connectEmail({ email })
  if (action === 'VERIFY_DEVICE') await embedded.connectDevice()
  if (action !== 'CONNECT') await embedded.enterCode({ purpose: 'login' })
  await connect(config, { connector, ...(chainId ? { chainId } : {}) })
}
