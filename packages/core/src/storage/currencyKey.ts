/** Under which key the currency that the visitor chose stands in a storage. */
export const currencyKey = 'currency'
