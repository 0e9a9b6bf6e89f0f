import { LatchkeyError } from '@latchkey/protocol/errors'
import { getNames } from '../actions/getNames.js'
import { signMessage } from '../actions/signMessage.js'
import { requireAccount } from '../connection/current.js'
import type { Config } from '../createConfig.js'
import { requestNamesApi } from './requestNamesApi.js'

/**
 * Has the connected account sign what the name service says of a change of its name, and tells the service.
 *
 * @param config - The config.
 * @param asked - Which name, the account's own when absent; what the service makes a text of; the words of a failure without a reason.
 * @returns The name, whose it is, and what the service answered.
 */
export async function changeName<answer>(
  config: Config,
  asked: {
    readonly name: string | undefined
    readonly action: 'release' | 'attributes'
    readonly more?: object
    readonly words: (name: string) => string
    readonly parse: (value: unknown) => answer
    readonly signal?: AbortSignal | undefined
  },
): Promise<{ readonly name: string; readonly address: string; readonly answer: answer }> {
  const { api } = config
  const { action, signal } = asked
  const { address } = requireAccount(config, 'eip155')
  const given = asked.name?.trim().toLowerCase()
  if (!api)
    throw new LatchkeyError('API_UNREACHABLE', asked.words(given ?? ''), {
      hints: ['Set createConfig({ api: { url } }).'],
    })
  const name = given ?? (await getNames(config, { force: true, ...(signal ? { signal } : {}) }))[0]
  if (!name) throw new LatchkeyError('INVALID_PARAMS', 'This account has no name')
  const words = asked.words(name)
  const { nameMessage } = await import('@latchkey/protocol/namesApi')
  const { message } = await requestNamesApi(api, words, {
    path: 'v1/profile/message',
    body: { action, name, ...asked.more },
    parse: (value) => nameMessage.parse(value),
    signal,
  })
  const signature = await signMessage(config, { namespace: 'eip155', message, ...(signal ? { signal } : {}) })
  const answer = await requestNamesApi(api, words, {
    path: `v1/profile/account/${encodeURIComponent(name)}/${action}`,
    body: { message, signature },
    parse: asked.parse,
    signal,
  })
  return { name, address, answer }
}
