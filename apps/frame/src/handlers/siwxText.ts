import { isChainId, parseChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { SiwxData } from '@latchkey/protocol/internal/frame'

// A line break in a field would write other fields.
const line = /^[\x20-\x7e]*$/
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/**
 * Writes a sign-in message from its fields (EIP-4361); whatever text came with them is not looked at. Only the page that
 * embeds the wallet can be signed in to.
 *
 * @param data - The fields as the page gave them.
 * @param place - The embedding origin, and the address of the signed-in owner.
 * @returns The text, and the fields with the real address.
 * @throws LatchkeyError INVALID_PARAMS when the message is for another site, or a field holds what it must not.
 * @see https://eips.ethereum.org/EIPS/eip-4361
 */
export function siwxText(
  data: SiwxData,
  { origin, address }: { readonly origin: string; readonly address: string },
): { message: string; siwxMessage: SiwxData } {
  const invalid = (why: string) => new LatchkeyError('INVALID_PARAMS', `The sign-in message cannot be signed: ${why}`)
  const { domain, uri, version, chainId, nonce, statement, resources } = data
  if (domain !== new URL(origin).host) throw invalid('it is for another site')
  if (!/^\S+$/.test(uri) || !URL.canParse(uri) || new URL(uri).origin !== origin)
    throw invalid('its address is of another site')
  if (!isChainId(chainId) || parseChainId(chainId).namespace !== 'eip155')
    throw invalid('its network is not an EVM one')
  if (version !== '1' || !/^[A-Za-z0-9]{8,128}$/.test(nonce)) throw invalid('its version or its nonce is not usable')
  const { issuedAt = new Date().toISOString(), expirationTime, notBefore, requestId } = data
  for (const time of [issuedAt, expirationTime, notBefore])
    if (time !== undefined && (!dateTime.test(time) || Number.isNaN(Date.parse(time))))
      throw invalid('a time of it is not one')
  if (expirationTime !== undefined && Date.parse(expirationTime) <= Date.now()) throw invalid('it has expired')
  const lines = [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    ...(statement ? [statement] : []),
    '',
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${parseChainId(chainId).reference}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    ...(expirationTime ? [`Expiration Time: ${expirationTime}`] : []),
    ...(notBefore ? [`Not Before: ${notBefore}`] : []),
    ...(requestId ? [`Request ID: ${requestId}`] : []),
    ...(resources && resources.length > 0 ? ['Resources:', ...resources.map((each) => `- ${each}`)] : []),
  ]
  if (!lines.every((each) => line.test(each))) throw invalid('a field holds what it must not')
  const message = lines.join('\n')
  return {
    message,
    siwxMessage: { ...data, accountAddress: address, issuedAt, serializedMessage: message },
  }
}
