/** A number or a UUID in hexadecimal digits, as libraries and servers make them. */
const digits = /^[0-9a-f-]{1,64}$/i

/**
 * Returns whether a sign-in holds no words of the page: no statement, no resources, no query or fragment in its URI, and at most a request
 * id of hexadecimal digits.
 *
 * @param fields - The fields of the sign-in.
 * @returns False for a message that the user must read before signing.
 */
export function isBareSignIn({
  statement,
  requestId,
  resources,
  uri,
}: {
  readonly statement?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
  readonly uri: string
}): boolean {
  return !statement && !resources?.length && !/[?#]/.test(uri) && (!requestId || digits.test(requestId))
}
