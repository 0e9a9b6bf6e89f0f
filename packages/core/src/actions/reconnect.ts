import { reconnectPatience } from '@latchkey/protocol/limits'
import { checkSession } from '../checkSession.js'
import type { Connector } from '../connector.js'
import type { Config } from '../createConfig.js'
import { shared } from '../shared.js'
import { disconnected, missing, reconnected } from '../state.js'
import { within } from '../within.js'

/**
 * Takes up the connections of the last visit without opening any wallet; each is asked as soon as it is on the page.
 *
 * @param config - The config.
 * @returns Once every wallet that showed up within 3 s has answered; one that shows up later is still taken up.
 *
 * @example
 * import { reconnect } from '@latchkey/core'
 * await reconnect(config)
 */
export async function reconnect(config: Config): Promise<void> {
  return shared(config, 'reconnect', async (keep) => {
    keep()
    const waiting = new Set(
      [...config.state.connections].filter(([, { phase }]) => phase === 'restored').map(([uid]) => uid),
    )
    if (waiting.size === 0) return
    await new Promise<void>((resolve) => {
      let asking = 0
      let waited = false
      const settle = () => {
        if (asking > 0 || (waiting.size > 0 && !waited)) return
        clearTimeout(patience)
        resolve()
      }
      const patience = setTimeout(() => {
        waited = true
        for (const uid of waiting) config.update((state) => missing(state, uid))
        settle()
      }, reconnectPatience)

      const look = () => {
        for (const connector of config.connectors) {
          if (!waiting.delete(connector.id)) continue
          asking++
          ask(config, connector).finally(() => {
            asking--
            settle()
          })
        }
        if (waiting.size === 0) stop()
      }
      const stop = config.subscribe(look)
      look()
    })
  })
}

async function ask(config: Config, connector: Connector): Promise<void> {
  try {
    const session = await within(() => connector.reconnect(), reconnectPatience)
    if (session === null || isReplaced(config, connector)) config.update((state) => disconnected(state, connector.id))
    else {
      const checked = checkSession(connector, session)
      config.update((state) => reconnected(state, connector.id, checked))
    }
  } catch {
    // The wallet is there but locked, slow or broken: it is not connected now, and the next visit asks again.
    config.update((state) => missing(state, connector.id))
  }
}

/** The visitor chose another wallet of the family before this one showed up. */
function isReplaced(config: Config, connector: Connector): boolean {
  if (config.features.multiWallet) return false
  return connector.namespaces.some((namespace) => {
    const speaker = config.state.current[namespace]
    return speaker !== undefined && speaker !== connector.id && config.state.connections.get(speaker)?.phase === 'live'
  })
}
