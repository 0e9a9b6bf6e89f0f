/**
 * Reads where a sign-in at a provider would go on, from what the server gave the wallet's window.
 *
 * @param fragment - What stands after the `#` of the address.
 * @returns The site that began it, and the address of its page where that was left for the sign-in; undefined where there is nothing to give.
 */
export function readSocialReturn(
  fragment: string,
): { readonly origin: string; readonly uri: string | undefined } | undefined {
  const parts = new URLSearchParams(fragment)
  const [id, to, result, back] = ['id', 'to', 'result', 'back'].map((name) => parts.get(name))
  if (!id || !to || !result || originOf(to) !== to) return undefined
  if (back == null) return { origin: to, uri: undefined }
  // It is named beside the origin that is shown: they must be one.
  if (originOf(back) !== to) return undefined
  return { origin: to, uri: `${back}#latchkey-social=${id}.${result}` }
}

function originOf(text: string): string | undefined {
  return /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text).origin : undefined
}
