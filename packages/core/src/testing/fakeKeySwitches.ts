import { LatchkeyError } from '@latchkey/protocol/errors'

/** Ways in which every fake provider fails; all off at first. */
export type FakeKeySwitches = {
  /** The visitor says no. */
  reject: boolean
  neverAnswer: boolean
  /** Answers something that is not what was asked for. */
  nonsense: boolean
}

/**
 * Notes a call of a fake provider and fails as the switches say.
 *
 * @param switches - The fake's switches.
 * @param calls - Where the call is noted.
 * @param name - The name of the call.
 * @throws LatchkeyError USER_REJECTED.
 *
 * @example
 * import { failAsSwitched } from '@latchkey/core/testing'
 * await failAsSwitched({ reject: false, neverAnswer: false, nonsense: false }, [], 'signMessage')
 */
export async function failAsSwitched(switches: FakeKeySwitches, calls: string[], name: string): Promise<void> {
  calls.push(name)
  if (switches.neverAnswer) await new Promise<never>(() => {})
  if (switches.reject)
    throw new LatchkeyError('USER_REJECTED', 'The request was rejected in the wallet.', { rpcCode: 4001 })
}
