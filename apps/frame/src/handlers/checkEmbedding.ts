/** Why a page may not embed the wallet. */
export type EmbeddingFault = 'unsupported_embedding' | 'unlisted_origin' | 'not_embedded'

/** The inputs of the check. */
export type EmbeddedWindow = {
  /** The frame's own origin; 'null' in a sandbox that takes it away. */
  readonly origin: string
  readonly parent: unknown
  readonly top: unknown
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> | undefined }
}

/**
 * Looks at where the frame stands before anything else is done: a sandbox without an origin of its own would have no storage
 * and no server, and a listed page inside an unlisted one would be drawn over.
 *
 * @param window - The frame's window.
 * @param isAllowed - Which origins may embed the wallet.
 * @returns What is wrong; undefined when nothing is.
 */
export function checkEmbedding(
  window: EmbeddedWindow,
  isAllowed: (origin: string) => boolean,
): EmbeddingFault | undefined {
  const { parent, top, location, origin } = window
  if (parent === window) return 'not_embedded'
  if (origin === 'null') return 'unsupported_embedding'
  // A browser that does not name the ancestors shows at least whether there is more than one.
  if (location.ancestorOrigins === undefined) return parent === top ? undefined : 'unsupported_embedding'
  return Array.from(location.ancestorOrigins).every(isAllowed) ? undefined : 'unlisted_origin'
}
