import type { NamespaceOf } from './chain.js'
import type { Config } from './createConfig.js'
import type { ResolvedRegister } from './register.js'

/** The CAIP-2 ids of a config's chains; of the registered config when none is named, and any where none is registered. */
export type ConfiguredChainId<config extends Config = ResolvedRegister['config']> =
  config['chains'][number]['caipNetworkId']

/** The chain families of a config. */
export type ConfiguredNamespace<config extends Config = ResolvedRegister['config']> = NamespaceOf<
  ConfiguredChainId<config>
>
