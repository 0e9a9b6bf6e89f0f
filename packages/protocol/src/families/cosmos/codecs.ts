import { base64, bech32 } from '@scure/base'

/** A decoded Cosmos address: the prefix and the account. */
export type CosmosAddress = { readonly prefix: string; readonly account: Uint8Array }

/**
 * Reads an address of any chain of the Cosmos family, its checksum included.
 *
 * @param value - Any text.
 * @returns The chain's prefix and the account's 20 bytes, or 32 for accounts that are no single key; `undefined` for everything else.
 * @see https://docs.cosmos.network/main/build/spec/addresses/bech32
 *
 * @example
 * import { readCosmosAddress } from '@latchkey/protocol/internal/cosmos'
 * readCosmosAddress('cosmos1sguafvgmel6f880ryvq8efh9522p8zvmrzlcrq')?.prefix // 'cosmos'
 */
export function readCosmosAddress(value: string): CosmosAddress | undefined {
  // Nodes compare addresses as text, so the capital form that bech32 allows is none here.
  if (value.length > 120 || value !== value.toLowerCase()) return undefined
  const decoded = bech32.decodeUnsafe(value, 120)
  const account = decoded && bech32.fromWordsUnsafe(decoded.words)
  if (!account || (account.length !== 20 && account.length !== 32)) return undefined
  return { prefix: decoded.prefix, account: Uint8Array.from(account) }
}

/** A message as a transaction that no chain takes. */
export type CosmosMessage = {
  readonly account_number: '0'
  readonly chain_id: ''
  readonly fee: { readonly amount: readonly []; readonly gas: '0' }
  readonly memo: ''
  readonly msgs: readonly [
    { readonly type: 'sign/MsgSignData'; readonly value: { readonly data: string; readonly signer: string } },
  ]
  readonly sequence: '0'
}

/**
 * Writes a message as a transaction that no chain takes, for its signer to sign. Its fields are in the order in which they are
 * signed: `JSON.stringify` gives the text.
 *
 * @param signer - The address of who signs.
 * @param message - A text or bytes.
 * @returns The document.
 * @see https://github.com/cosmos/cosmos-sdk/blob/main/docs/architecture/adr-036-arbitrary-signature.md
 *
 * @example
 * import { toCosmosMessage } from '@latchkey/protocol/internal/cosmos'
 * JSON.stringify(toCosmosMessage('cosmos1sguafvgmel6f880ryvq8efh9522p8zvmrzlcrq', 'hello'))
 */
export function toCosmosMessage(signer: string, message: string | Uint8Array): CosmosMessage {
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  return {
    account_number: '0',
    chain_id: '',
    fee: { amount: [], gas: '0' },
    memo: '',
    msgs: [{ type: 'sign/MsgSignData', value: { data: base64.encode(bytes), signer } }],
    sequence: '0',
  }
}
