import { LatchkeyError } from '@latchkey/protocol/errors'
import type { HandlerGroup } from './groups.js'

/** What this server does not offer is said in so many words, and at once: who asked would wait otherwise. */
export function createUnavailableHandlers(): HandlerGroup<'getSmartAccountEnabledNetworks' | 'initSmartAccount'> {
  const refuse = (what: string) => () => {
    throw new LatchkeyError('UNSUPPORTED_METHOD', `${what} not set up on this server`)
  }
  return {
    getSmartAccountEnabledNetworks: () => ({ smartAccountEnabledNetworks: [] }),
    initSmartAccount: refuse('Smart accounts are'),
  }
}
