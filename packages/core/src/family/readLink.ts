import { LatchkeyError } from '@latchkey/protocol/errors'

/** Longer than any link that a QR code holds. */
const longest = 3000

/**
 * Takes a payment link apart; what its parameters mean is the family's.
 *
 * @param link - The link.
 * @param scheme - What it must begin with, such as `ethereum:`; in any case.
 * @returns What stands between the scheme and the question mark, and the parameters, decoded, by their names in lower case.
 * @throws LatchkeyError INVALID_REQUEST when it is no such link, or a parameter is there twice.
 *
 * @example
 * import { readLink } from '@latchkey/core/family'
 * readLink('ethereum:0x70997970C51812dc3A010C7d01b50e0d17dc79C8?value=5', 'ethereum:').parameters.get('value') // '5'
 */
export function readLink(
  link: string,
  scheme: string,
): { readonly path: string; readonly parameters: ReadonlyMap<string, string> } {
  const begins = link.slice(0, scheme.length).toLowerCase() === scheme
  if (!begins || link.length > longest || /[\s#]/.test(link)) throw wrongLink('This is not a payment link.')
  const [path = '', query, ...more] = link.slice(scheme.length).split('?')
  if (more.length > 0) throw wrongLink('This payment link is damaged.')
  const parameters = new Map<string, string>()
  for (const pair of query?.split('&') ?? []) {
    const [, key = '', value = ''] = /^([^=]*)=?(.*)$/.exec(pair) ?? []
    // A code that holds capitals only is smaller, so that some links are written in them.
    const name = decode(key).toLowerCase()
    if (name === '' || parameters.has(name)) throw wrongLink('This payment link is damaged.')
    parameters.set(name, decode(value))
  }
  return { path: decode(path), parameters }
}

/**
 * Creates the error of a payment link that cannot be followed.
 *
 * @param message - Why, in words for the visitor.
 * @returns The error.
 *
 * @example
 * import { wrongLink } from '@latchkey/core/family'
 * throw wrongLink('The amount of this payment link cannot be read.')
 */
export function wrongLink(message: string): LatchkeyError<'INVALID_REQUEST'> {
  return new LatchkeyError('INVALID_REQUEST', message, { hints: ['Ask for the plain address instead.'] })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw wrongLink('This payment link is damaged.')
  }
}
