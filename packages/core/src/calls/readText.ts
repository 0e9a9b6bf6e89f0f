import { LatchkeyError } from '@latchkey/protocol/errors'

/** No answer that we ask for comes near to this many bytes. */
const mostBytes = 10_485_760

/**
 * Reads the body of an answer as text, and stops reading where no honest answer would still go on.
 *
 * @param response - The answer.
 * @returns Its text.
 * @throws LatchkeyError RPC_BAD_ANSWER when it is too large.
 *
 * @example
 * import { readText } from '@latchkey/core/family'
 * const text = await readText(await fetch('https://node.example'))
 */
export async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > mostBytes) {
      reader.cancel().catch(() => {})
      throw new LatchkeyError('RPC_BAD_ANSWER', 'The answer is too large to be one.')
    }
    text += decoder.decode(value, { stream: true })
  }
}
