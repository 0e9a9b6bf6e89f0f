import { LatchkeyError } from '@latchkey/protocol/errors'

/**
 * Loads code that works with an optional peer. Where the package is not installed, some bundlers leave it out and others throw
 * when the code is loaded; either way the error says what to install.
 *
 * @param family - The family that sends with it.
 * @param peer - The package.
 * @param load - Loads the code; false where the package was left out.
 * @returns The code.
 * @throws LatchkeyError PEER_MISSING.
 *
 * @example
 * import { withPeer } from '@latchkey/core/family'
 * const loadViem = () => withPeer('eip155', 'viem', () => import('viem'))
 */
export async function withPeer<code>(family: string, peer: string, load: () => Promise<code | false>): Promise<code> {
  let cause: unknown
  try {
    const code = await load()
    if (code) return code
  } catch (thrown) {
    // Bundlers and Node name the package that they did not find; whatever else fails here is no missing package.
    if (!String(thrown).includes(peer)) throw thrown
    cause = thrown
  }
  const message = `${family}() needs ${peer} to send, and it is not installed. Run: npm install ${peer}`
  throw new LatchkeyError('PEER_MISSING', message, { cause })
}
