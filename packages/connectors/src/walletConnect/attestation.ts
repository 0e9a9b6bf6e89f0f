/**
 * Returns an attestation of the page, which relays pass on to wallets; for example a token of a service that has verified the
 * page's origin. Called from time to time; without a response in time it is left out.
 */
export type Attest = () => Promise<string | undefined>

/** How long an attestation is used before it is renewed, in milliseconds. */
const fresh = 300_000
/** The maximum length that a relay passes on. */
const form = /^[\x21-\x7e]{1,8192}$/

/**
 * Caches the last attestation. No call waits for it: the QR code must not depend on another service.
 *
 * @param attest - Asks for one.
 * @returns What there is at the moment; undefined when there is none.
 */
export function createAttestation(attest: Attest | undefined): () => string | undefined {
  let kept: string | undefined
  let askedAt = Number.NEGATIVE_INFINITY

  async function ask(): Promise<void> {
    try {
      const said = await attest?.()
      if (said !== undefined && form.test(said)) kept = said
    } catch {
      // A page without an attestation still works.
    }
  }

  return () => {
    if (Date.now() - askedAt >= fresh) {
      askedAt = Date.now()
      void ask()
    }
    return kept
  }
}
