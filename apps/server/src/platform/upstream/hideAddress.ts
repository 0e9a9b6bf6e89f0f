/** A shorter part of an address may be a word, such as the name of a network, which an error may say. */
const shortestKey = 12

/**
 * Takes a node's own address out of an error text: some nodes write it there, or only the key in it, which is the operator's.
 *
 * @param text - JSON or plain text from the node.
 * @param url - The address of the node.
 * @returns The text, in which nothing leads to the node.
 */
export function hideAddress(text: string, url: URL): string {
  const { href, pathname, search, host, username, password, searchParams } = url
  const keys = [...pathname.split('/'), ...searchParams.values(), username, password]
  const secrets = [href, `${pathname}${search}`, host, ...keys.filter(({ length }) => length >= shortestKey)]
  let hidden = text
  for (const secret of secrets) if (secret.length > 1) hidden = hidden.replaceAll(secret, 'upstream')
  return hidden
}
