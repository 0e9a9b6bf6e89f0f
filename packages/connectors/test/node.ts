/** Asks a real node; the tests take its word, not that of the library that made the request. */
export async function node(url: string, method: string, params: readonly unknown[]): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(error.message)
  return String(result)
}

const hex = (text: string) => Buffer.from(text).toString('hex')
const word = (value: number | bigint) => value.toString(16).padStart(64, '0')

/** Keccak-256 of bytes in hex, by the node. */
export async function keccak(url: string, bytes: string): Promise<string> {
  return (await node(url, 'web3_sha3', [`0x${bytes}`])).slice(2)
}

/** Who signed a digest, by the precompile of the chain. */
async function recover(url: string, digest: string, signature: string): Promise<string> {
  const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)]
  const data = `0x${digest}${word(Number.parseInt(v, 16))}${r}${s}`
  const answer = await node(url, 'eth_call', [{ to: `0x${word(1).slice(24)}`, data }, 'latest'])
  return `0x${answer.slice(26)}`
}

/** Who signed a message. @see https://eips.ethereum.org/EIPS/eip-191 */
export async function signerOfMessage(url: string, message: string | Uint8Array, signature: string): Promise<string> {
  const bytes = Buffer.from(message)
  const prefix = hex(`\x19Ethereum Signed Message:\n${bytes.length}`)
  return recover(url, await keccak(url, prefix + bytes.toString('hex')), signature)
}

/** Who signed `Mail(string text,uint256 number)` in a domain of name and chain. @see https://eips.ethereum.org/EIPS/eip-712 */
export async function signerOfMail(
  url: string,
  domain: { name: string; chainId: number },
  mail: { text: string; number: bigint },
  signature: string,
): Promise<string> {
  const of = (text: string) => keccak(url, hex(text))
  const separator = await keccak(
    url,
    (await of('EIP712Domain(string name,uint256 chainId)')) + (await of(domain.name)) + word(domain.chainId),
  )
  const struct = await keccak(
    url,
    (await of('Mail(string text,uint256 number)')) + (await of(mail.text)) + word(mail.number),
  )
  return recover(url, await keccak(url, `1901${separator}${struct}`), signature)
}
