import { withPeer } from '../withPeer.js'

/** Loads what reads and writes transactions, with its optional peer. */
export function loadPsbt() {
  return withPeer('bip122', '@scure/btc-signer', async () => {
    const code = await import('./psbt.js')
    return code.hasSigner && code
  })
}
