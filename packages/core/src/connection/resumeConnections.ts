import { frameLoadTimeout, reconnectTimeout } from '@latchkey/protocol/internal/limits'
import { withTimeout } from '../calls/withTimeout.js'
import type { Connector, WalletSession } from '../connector.js'
import type { Config } from '../createConfig.js'
import { missing, reconnected, type State, type Uid } from '../state.js'
import { checkSession } from './checkSession.js'

/** Applies the responses of wallets to the state. */
type ResumeHandlers = {
  readonly change: (step: (state: State) => State) => void
  /** The wallet no longer allows us, or another one has taken its place. */
  readonly refused: (state: State, uid: Uid) => State
}

/**
 * Asks wallets that are known without ever opening them, each as soon as it is on the page.
 *
 * @returns Once every wallet that showed up within 3 s has answered (an embedded one has 20 s); one that shows up or answers
 * later is still resumed.
 */
export async function resumeConnections(config: Config, uids: Iterable<Uid>, handlers: ResumeHandlers): Promise<void> {
  const waiting = new Set(uids)
  if (waiting.size === 0) return
  await new Promise<void>((resolve) => {
    let pending = 0
    let waited = false
    const settle = () => {
      if (pending > 0 || (waiting.size > 0 && !waited)) return
      clearTimeout(timeout)
      resolve()
    }
    const timeout = setTimeout(() => {
      waited = true
      for (const uid of waiting) handlers.change((state) => missing(state, uid))
      settle()
    }, reconnectTimeout)

    const look = () => {
      for (const connector of config.connectors) {
        if (!waiting.delete(connector.id)) continue
        pending++
        ask(config, connector, handlers).finally(() => {
          pending--
          settle()
        })
      }
      if (waiting.size === 0) stop()
    }
    const stop = config.subscribe(look)
    look()
  })
}

async function ask(config: Config, connector: Connector, handlers: ResumeHandlers): Promise<void> {
  const { id } = connector
  // It was left while it was waited for.
  if (!config.state.connections.has(id)) return
  const answer = Promise.resolve().then(() => connector.reconnect())
  try {
    applyAnswer(config, connector, handlers, await withTimeout(() => answer, timeoutFor(connector)))
  } catch {
    // The wallet is installed but locked, slow or broken: it stays disconnected, and the next visit tries again.
    handlers.change((state) => missing(state, id))
    answer
      .then(
        (late) => {
          if (config.state.connections.get(id)?.phase === 'missing') applyAnswer(config, connector, handlers, late)
        },
        () => {},
      )
      .catch(() => {})
  }
}

function applyAnswer(
  config: Config,
  connector: Connector,
  { change, refused }: ResumeHandlers,
  session: WalletSession | null,
): void {
  const { id } = connector
  // What was left while it was asked is not followed any further.
  if (!config.state.connections.has(id)) {
    connector.release?.()
    return
  }
  if (session === null || isReplaced(config, connector)) {
    change((state) => refused(state, id))
    return
  }
  const checked = checkSession(connector, session)
  change((state) => reconnected(state, id, checked))
}

/** An embedded wallet comes over the network, with its page; the others are on this machine. */
function timeoutFor({ kind }: Connector): number {
  return kind === 'auth' ? frameLoadTimeout : reconnectTimeout
}

/** The visitor chose another wallet of the family before this one showed up. */
function isReplaced(config: Config, connector: Connector): boolean {
  if (config.features.multiWallet) return false
  return connector.namespaces.some((namespace) => {
    const current = config.state.current[namespace]
    return current !== undefined && current !== connector.id && config.state.connections.get(current)?.phase === 'live'
  })
}
