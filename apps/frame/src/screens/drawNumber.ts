/** How many numbers there are to press, and so how rarely a press that sees nothing is right. */
export const numberCount = 6

/**
 * Draws the number that approves, each as likely as any other.
 *
 * @param random - Fills bytes with chance; the browser's own unless a test gives another.
 * @returns From 1 to 6.
 */
export function drawNumber(random: (bytes: Uint8Array) => Uint8Array = fillFromBrowser): number {
  const even = 256 - (256 % numberCount)
  const bytes = new Uint8Array(1)
  for (;;) {
    const [byte = even] = random(bytes)
    // The rest of the bytes would make the first numbers likelier.
    if (byte < even) return (byte % numberCount) + 1
  }
}

function fillFromBrowser(bytes: Uint8Array): Uint8Array {
  return crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>)
}
