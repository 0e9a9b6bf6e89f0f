/**
 * The little of Node's `Buffer` that the reference implementation takes for granted in browsers too: apps and wallets that use it
 * bring one along. The bundler puts it where the name is used; the page has no such global.
 */
export const Buffer = {
  isBuffer: () => false,
  from(input: string | ArrayLike<number>, encoding = 'utf-8'): Uint8Array & { toString(encoding?: string): string } {
    const bytes = typeof input === 'string' ? encode(input, encoding) : Uint8Array.from(input)
    return Object.assign(bytes, { toString: (wanted = 'utf-8') => decode(bytes, wanted) })
  },
}

function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'base64') {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (sign) => sign.charCodeAt(0))
  }
  if (encoding === 'hex') return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return new TextEncoder().encode(text)
}

function decode(bytes: Uint8Array, encoding: string): string {
  if (encoding === 'base64') return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  if (encoding === 'hex') return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return new TextDecoder().decode(bytes)
}
