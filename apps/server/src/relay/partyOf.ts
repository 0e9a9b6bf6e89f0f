import { createHash } from 'node:crypto'

/**
 * Tells who somebody is within one topic. The database knows parties only, so that it does not tell which topics one client has.
 *
 * @param clientId - The `did:key` of the client.
 * @param topic - The topic.
 * @returns 128 bits as base64url.
 */
export function partyOf(clientId: string, topic: string): string {
  return createHash('sha256').update(`${topic} ${clientId}`).digest().subarray(0, 16).toString('base64url')
}
