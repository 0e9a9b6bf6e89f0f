import { fromRpcError } from '@latchkey/protocol/errors'

/** Asks a wallet; what it throws becomes a coded error. */
export async function coded<value>(run: () => Promise<value>): Promise<value> {
  try {
    return await run()
  } catch (thrown) {
    throw fromRpcError(thrown)
  }
}
