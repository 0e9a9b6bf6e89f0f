/**
 * Gives a text that vouches for the page, which relays pass on to wallets; for example a token of a service that has seen the
 * page's origin. Asked now and then; what it has not said in time goes without.
 */
export type Attest = () => Promise<string | undefined>

/** How long an attestation is used before another is asked for, in milliseconds. */
const fresh = 300_000
/** What a relay passes on. */
const form = /^[\x21-\x7e]{1,8192}$/

/**
 * Keeps the last attestation. Nobody waits for it: a code that a person wants to scan must not hang on somebody else's service.
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
      // A page that nobody vouches for is still a page.
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
