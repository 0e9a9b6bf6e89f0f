import type { LatchkeyError } from '@latchkey/protocol/errors'
import type { ApiErrorCode, WalletErrorCode } from '../config/errorTypes.js'
import type { Config } from '../createConfig.js'
import { changeName } from '../names/changeName.js'

/** The public profile of a name; `avatar` and `url` are https URLs. */
export type NameAttributes = { readonly avatar?: string; readonly bio?: string; readonly url?: string }

/** The parameters of `setNameAttributes`. */
export type SetNameAttributesParameters = {
  /** The whole name. Default: the oldest that the connected account has. */
  readonly name?: string
  /** All that the name says from now on: what is left out is deleted. */
  readonly attributes: NameAttributes
  readonly signal?: AbortSignal
}

/** The return type of `setNameAttributes`: the whole name, and what it says now. */
export type SetNameAttributesReturnType = { readonly name: string; readonly attributes: NameAttributes }

/** The error type of `setNameAttributes`. */
export type SetNameAttributesErrorType = LatchkeyError<
  WalletErrorCode | ApiErrorCode | 'INVALID_ADDRESS' | 'INVALID_PARAMS'
>

/**
 * Replaces what a name of the connected account says: picture, text and web page. The account signs one text, made by the operator's own
 * name service. Anybody can read it, in ENS clients too.
 *
 * @param config - The config.
 * @param parameters - See {@link SetNameAttributesParameters}.
 * @returns The name and its attributes, once the service has them.
 * @throws NOT_CONNECTED; INVALID_PARAMS 'This account has no name'; USER_REJECTED; WALLET_BAD_ANSWER; WALLET_NOT_RESPONDING after 10
 * minutes; API_UNREACHABLE, API_REFUSED, API_BAD_ANSWER with the service's reason, else 'Error updating name' and the name; ABORTED.
 * @see https://eips.ethereum.org/EIPS/eip-191 https://docs.ens.domains/ensip/5
 *
 * @example
 * import { setNameAttributes } from '@latchkey/core'
 * await setNameAttributes(config, { attributes: { bio: 'Paints ships.', url: 'https://alice.example' } })
 */
export async function setNameAttributes(
  config: Config,
  parameters: SetNameAttributesParameters,
): Promise<SetNameAttributesReturnType> {
  const { attributes, signal } = parameters
  const { name, answer } = await changeName(config, {
    name: parameters.name,
    action: 'attributes',
    more: { attributes },
    words: (name) => `Error updating name ${name}`,
    parse: readAttributes,
    signal,
  })
  return { name, attributes: answer }
}

function readAttributes(value: unknown): NameAttributes {
  const given = Object.entries(value as object)
  return Object.fromEntries(given.filter(([, text]) => typeof text === 'string'))
}
