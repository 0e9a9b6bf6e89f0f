import type { EmbeddedAccount } from '@latchkey/core'
import { badAnswer } from '@latchkey/core/family'

/** Reads what the embedded wallet answers to the question after its accounts. @throws WALLET_BAD_ANSWER. */
export function readAddresses(answer: unknown): readonly EmbeddedAccount[] {
  if (!Array.isArray(answer) || answer.length === 0 || answer.length > 10)
    throw badAnswer('The embedded wallet', 'a list of accounts')
  return answer.map((value: unknown) => {
    const { address, intention, path, publicKey } = (value ?? {}) as { readonly [name: string]: unknown }
    const isFit =
      typeof address === 'string' &&
      /^[a-zA-Z0-9]{14,90}$/.test(address) &&
      (intention === 'payment' || intention === 'ordinal') &&
      (path === undefined || (typeof path === 'string' && /^m(\/\d{1,10}'?){1,10}$/.test(path))) &&
      (publicKey === undefined ||
        (typeof publicKey === 'string' && /^([0-9a-f]{64}|0[23][0-9a-f]{64})$/.test(publicKey)))
    if (!isFit) throw badAnswer('The embedded wallet', 'a list of accounts')
    return {
      address,
      facts: {
        type: intention,
        ...(publicKey === undefined ? {} : { publicKey }),
        ...(path === undefined ? {} : { path }),
      },
    }
  })
}
