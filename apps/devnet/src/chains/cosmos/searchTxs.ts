import type { CosmosTx } from './cosmosBook.js'

/** A transaction with what it does. */
export type ToldTx = CosmosTx & { readonly body: NonNullable<CosmosTx['body']> }

/**
 * Finds transactions by the events that a payment leaves: `message.sender`, `transfer.recipient`, and the height.
 *
 * @param txs - All transactions, oldest first.
 * @param query - Terms joined by `AND`.
 * @returns Those that fit, oldest first; nothing for a query that is not known here.
 * @see https://docs.cometbft.com/v0.38/app-dev/indexing-transactions
 */
export function searchTxs(txs: readonly CosmosTx[], query: string): readonly ToldTx[] | undefined {
  const tests = query.split(' AND ').map(readTerm)
  const known = tests.filter((test) => test !== undefined)
  if (known.length < tests.length) return undefined
  return txs.flatMap((tx) => {
    const { body } = tx
    return body && known.every((test) => test({ ...tx, body })) ? [{ ...tx, body }] : []
  })
}

/** A transaction in the format of the REST API. */
export function txForm({ body: { messages, fee, sequence }, gas }: ToldTx) {
  return {
    body: {
      messages: messages.map(({ from, to, amount }) => ({
        '@type': '/cosmos.bank.v1beta1.MsgSend',
        from_address: from,
        to_address: to,
        amount,
      })),
      memo: '',
    },
    auth_info: { signer_infos: [{ sequence }], fee: { amount: fee, gas_limit: gas, payer: '', granter: '' } },
    signatures: [],
  }
}

function readTerm(term: string): ((tx: ToldTx) => boolean) | undefined {
  const [, name, operator, value = ''] = /^([a-z.]+)(=|<=|>=)'?([a-z0-9]+)'?$/.exec(term) ?? []
  if (name === 'message.sender' && operator === '=')
    return ({ body }) => body.messages.some(({ from }) => from === value)
  // A payment that failed leaves no event of its receiver.
  if (name === 'transfer.recipient' && operator === '=')
    return ({ body, code }) => code === 0 && body.messages.some(({ to }) => to === value)
  if (name !== 'tx.height') return undefined
  if (operator === '<=') return ({ height }) => height <= Number(value)
  return operator === '>=' ? ({ height }) => height >= Number(value) : ({ height }) => height === Number(value)
}
