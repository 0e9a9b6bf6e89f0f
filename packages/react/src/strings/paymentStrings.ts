/** The sentences of payment links and of the camera that reads them; they arrive with the views that show them. */
export const paymentStrings = {
  receiveAsk: 'Ask for an amount',
  receiveAmount: 'Amount to ask for',
  receiveToken: 'Coin or token to ask for',
  receivePlain: 'Show the address alone',
  receiveAsks: (amount: string, network: string) => `Asks for ${amount} on ${network}`,
  receiveUnlinked: 'No payment link can ask for this amount.',
  copyLink: 'Copy payment link',
  qrLinkLabel: (amount: string, address: string) => `QR code that asks for ${amount} to the address ${address}`,
  linkReading: 'Reading the payment link…',
  linkElsewhere: (network: string) => `This link asks for a payment on ${network}.`,
  linkSwitch: 'Switch network',
  linkUnlisted: 'This link asks for a payment on a network that is not offered here.',
  linkUnheld: 'This link asks for a token that this account does not hold.',
  linkUnread: 'This link was not filled in, since the balances are not available now.',
  linkFilled: (network: string) => `Filled in from the payment link: the address on ${network}.`,
  linkFilledToken: (symbol: string, network: string) =>
    `Filled in from the payment link: the address and ${symbol} on ${network}. The amount is left to you.`,
  linkFilledAmount: (amount: string, network: string) =>
    `Filled in from the payment link: the address and ${amount} on ${network}.`,
  scan: 'Scan',
  scanStarting: 'Starting the camera. Your browser may ask whether this page may use it.',
  scanAim: 'Hold the QR code of an address or a payment link in front of the camera.',
  scanPicture: 'What the camera sees',
  scanRefusedTitle: 'The camera is not allowed here',
  scanRefused: 'Allow it for this page in your browser and try again, or enter the address.',
  scanMissingTitle: 'No camera found',
  scanMissing: 'Connect one and try again, or enter the address.',
  scanBusyTitle: 'The camera does not start',
  scanBusy: 'Another program may be using it. Close that and try again, or enter the address.',
  scanEndedTitle: 'The camera stopped',
  scanEnded: 'It was unplugged or switched off. Try again, or enter the address.',
  scanFailedTitle: 'The code reader did not load',
  scanFailed: 'Check your connection and try again, or enter the address.',
  scanInstead: 'Enter the address',
}

/** The sentences of payment links and of the camera. */
export type PaymentStrings = typeof paymentStrings
