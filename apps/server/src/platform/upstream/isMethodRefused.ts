/**
 * Returns whether a node says that it does not know a method, or not for this key. Other errors may be of what was asked.
 *
 * @param error - What it answered.
 * @returns Whether it is of no use to ask it again soon.
 */
export function isMethodRefused({ code, message }: { code: number; message: string }): boolean {
  return (
    code === -32601 ||
    code === -32004 ||
    /method\b.*\bnot\b|unsupported|not (supported|allowed|enabled)|disabled|\bplan\b/i.test(message)
  )
}
