/**
 * Reads what was typed or pasted as a code: other scripts' and full-width digits become ASCII, all that is no digit goes.
 *
 * @param text - What was typed.
 * @returns At most six ASCII digits.
 */
export function foldCode(text: string): string {
  return [...text.normalize('NFKC').slice(0, 256)].map(digitOf).join('').slice(0, 6)
}

// The zeros of the digits that keyboards of our readers type.
const zeros = [0x30, 0x0660, 0x06f0, 0x0966, 0x09e6]

function digitOf(character: string): string {
  const point = character.codePointAt(0) ?? 0
  const zero = zeros.find((each) => point >= each && point < each + 10)
  return zero === undefined ? '' : String(point - zero)
}
