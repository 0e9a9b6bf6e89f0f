import { LatchkeyError } from '@latchkey/protocol/errors'
import type { HandlerGroup } from './groups.js'

/** Answers requests for features that are off: a missing handler would leave them pending. */
export function createUnavailableHandlers(): HandlerGroup<'getSmartAccountEnabledNetworks' | 'initSmartAccount'> {
  const refuse = (what: string) => () => {
    throw new LatchkeyError('UNSUPPORTED_METHOD', `${what} not set up on this server`)
  }
  return {
    getSmartAccountEnabledNetworks: () => ({ smartAccountEnabledNetworks: [] }),
    initSmartAccount: refuse('Smart accounts are'),
  }
}
