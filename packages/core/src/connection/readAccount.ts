import { parseAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'

/** The parts of a CAIP-10 account that a caller gave, or a clear error. */
export function readAccount(account: string): ReturnType<typeof parseAccountId> {
  try {
    return parseAccountId(account)
  } catch (cause) {
    throw new LatchkeyError('INVALID_ADDRESS', 'This is not an account id such as eip155:1:0xab16….', {
      cause,
      ...(account?.includes(':') ? {} : { details: 'chain is required' }),
    })
  }
}
