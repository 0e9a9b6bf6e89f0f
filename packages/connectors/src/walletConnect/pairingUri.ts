/** What a pairing URI says. @see https://specs.walletconnect.com/2.0/specs/clients/core/pairing/pairing-uri */
export type PairingUri = {
  readonly topic: string
  readonly symKey: string
  readonly expiresAt: number
  /** What a wallet may answer in place of the proposal. */
  readonly signIn?: object
}

/** Writes the URI of a pairing; its end is in milliseconds. */
export function formatPairingUri({ topic, symKey, expiresAt, signIn }: PairingUri): string {
  const methods = signIn ? '&methods=wc_sessionAuthenticate' : ''
  return `wc:${topic}@2?expiryTimestamp=${Math.floor(expiresAt / 1000)}${methods}&relay-protocol=irn&symKey=${symKey}`
}
