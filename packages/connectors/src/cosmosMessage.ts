import { base64 } from '@scure/base'

/**
 * A message as a transaction that no chain takes, for its signer to sign.
 *
 * @see https://github.com/cosmos/cosmos-sdk/blob/main/docs/architecture/adr-036-arbitrary-signature.md
 */
export function cosmosMessage(signer: string, message: string | Uint8Array) {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  return {
    chain_id: '',
    account_number: '0',
    sequence: '0',
    fee: { gas: '0', amount: [] },
    msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(bytes) } }],
    memo: '',
  }
}
