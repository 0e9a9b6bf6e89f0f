import type { Config, Connector } from '@latchkey/core'

/** A config as it was when a page knew these connectors: what is drawn while it hydrates must not know of later ones. */
export function withConnectors(config: Config, connectors: readonly Connector[]): Config {
  return Object.create(config, { connectors: { value: connectors } })
}
