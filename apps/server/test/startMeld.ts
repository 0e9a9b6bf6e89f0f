import { type Seller, startSeller } from './startSeller.js'

/** The transaction by which this seller pays out. */
export const hash = `0x${'ab'.repeat(32)}`
const coins = [
  {
    currencyCode: 'ETH',
    name: 'Ethereum',
    chainCode: 'ETH',
    chainName: 'Ethereum',
    chainId: '1',
    contractAddress: null,
  },
  {
    currencyCode: 'ETH_BASE',
    name: 'Ethereum',
    chainCode: 'BASE',
    chainName: 'Base',
    chainId: '8453',
    contractAddress: null,
  },
]

/** What the seller says of each purchase, by the name that it knows it by. */
export type Told = Map<string, { status: string; destinationWalletAddress?: string; sourceAmount?: number }>

/** Starts a seller that speaks as Meld does. */
export async function startMeld(): Promise<{ seller: Seller; told: Told }> {
  const told: Told = new Map()
  const seller = await startSeller({
    'GET /service-providers/properties/crypto-currencies': () => ({ body: coins }),
    'POST /payments/crypto/quote': ({ body }) => ({
      body: {
        quotes: [
          {
            ...{
              sourceCurrencyCode: 'USD',
              destinationCurrencyCode: 'ETH',
              destinationAmount: 0.0394,
              networkFee: 0.4,
            },
            ...{ sourceAmount: (body as { sourceAmount: number }).sourceAmount, fiatAmountWithoutFees: 9.8 },
            serviceProvider: 'TRANSAK',
          },
        ],
      },
    }),
    'POST /crypto/session/widget': () => ({ body: { widgetUrl: 'https://meldcrypto.com/?token=abc' } }),
    'GET /payments/transactions': ({ query }) => {
      const reference = query.get('externalSessionIds') ?? ''
      const word = told.get(reference)
      const row = word && {
        ...{
          externalSessionId: reference,
          status: word.status,
          sourceAmount: word.sourceAmount ?? 10,
          sourceCurrencyCode: 'USD',
          destinationAmount: 0.0394,
          destinationCurrencyCode: 'ETH',
        },
        cryptoDetails: {
          blockchainTransactionId: word.status === 'SETTLED' ? hash : null,
          destinationWalletAddress: word.destinationWalletAddress ?? null,
        },
      }
      return { body: { transactions: row ? [row] : [] } }
    },
  })
  return { seller, told }
}
