import type { Config } from './createConfig.js'

/**
 * What an app tells the types of Latchkey about itself, so that actions, hooks and the modal know its chains:
 * `declare module '@latchkey/core' { interface Register { config: typeof config } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: an app adds its config to it.
export interface Register {}

/** The config that is registered, or any. */
export type ResolvedRegister = Register extends { readonly config: infer config extends Config }
  ? { readonly config: config }
  : { readonly config: Config }
