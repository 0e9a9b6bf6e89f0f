import type { ChainId } from '@latchkey/protocol/caip'
import type { NamespaceOf } from '../chain.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'

/** The CAIP-2 ids of a config's chains; of the registered config when none is named, and any where none is registered. */
export type ConfiguredChainId<config extends Config = ResolvedRegister['config']> =
  config['chains'][number]['caipNetworkId']

/** The chain families of a config. */
export type ConfiguredNamespace<config extends Config = ResolvedRegister['config']> = NamespaceOf<
  ConfiguredChainId<config>
>

/** The numbers of a config's EVM chains, which only contract calls take. */
export type ConfiguredEvmChainId<config extends Config = ResolvedRegister['config']> = NumberOf<
  ConfiguredChainId<config>
>

type NumberOf<chainId extends ChainId> = chainId extends `eip155:${infer reference}`
  ? reference extends `${infer id extends number}`
    ? id
    : number
  : never

/** The ids of a config's connectors, as far as they are known before a wallet is found. */
export type ConfiguredConnectorId<config extends Config = ResolvedRegister['config']> =
  config['connectors'][number]['id']
