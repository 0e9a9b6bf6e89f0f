import type { IncomingMessage } from 'node:http'

/** Reads the body of a request as text. */
export async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
