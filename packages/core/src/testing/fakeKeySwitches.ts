import { LatchkeyError } from '@latchkey/protocol/errors'

/** Ways in which every fake provider fails; all off at first. */
export type FakeKeySwitches = {
  /** The visitor says no. */
  reject: boolean
  neverAnswer: boolean
  /** Answers something that is not what was asked for. */
  nonsense: boolean
}

/** Notes a call and fails as the switches say. */
export async function faults(switches: FakeKeySwitches, calls: string[], name: string): Promise<void> {
  calls.push(name)
  if (switches.neverAnswer) await new Promise<never>(() => {})
  if (switches.reject)
    throw new LatchkeyError('USER_REJECTED', 'The request was rejected in the wallet.', { rpcCode: 4001 })
}
