import { readChecksum } from './evm/evmAddress.js'

/** How such messages call the family of the account. */
export type SignInFamily = 'Ethereum' | 'Solana' | 'Bitcoin'

/** The fields of a sign-in message, EIP-4361; the grammars of the other families follow it. */
export type SignInFields = {
  readonly scheme: string | undefined
  readonly domain: string
  readonly address: string
  readonly statement: string | undefined
  readonly uri: string
  readonly version: string
  /** Only Solana and Bitcoin leave it out. */
  readonly chainId: string | undefined
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime: string | undefined
  readonly notBefore: string | undefined
  readonly requestId: string | undefined
  readonly resources: readonly string[]
}

const dateTime =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/**
 * Returns whether a text claims to be a sign-in message of any kind, also where it is hidden within other words.
 *
 * @param text - The text.
 * @returns True when it speaks the words that sign-ins are recognised by.
 */
export function claimsSignIn(text: string): boolean {
  return /wants\s+you\s+to\s+sign\s+in\s+with\s+your/i.test(text.normalize('NFKC').replace(/\p{Cf}/gu, ''))
}

/**
 * Reads a sign-in message, whole and strictly: nothing before, between or behind what the grammar has.
 *
 * @param text - The text.
 * @param family - For whose accounts it must be.
 * @returns Its fields, or undefined when it is anything else.
 * @see https://eips.ethereum.org/EIPS/eip-4361
 * @see https://chainagnostic.org/CAIPs/caip-122
 */
export function readSignIn(text: string, family: SignInFamily = 'Ethereum'): SignInFields | undefined {
  if (!/^[\x20-\x7e\n]*$/.test(text)) return undefined
  const lines = text.split('\n')
  const take = (): string | undefined => lines.shift()
  const first = /^(?:([a-zA-Z][a-zA-Z\d+.-]*):\/\/)?([^\s/@?#]+) wants you to sign in with your (\w+) account:$/.exec(
    take() ?? '',
  )
  const account = take() ?? ''
  const isEvm = family === 'Ethereum'
  const address = isEvm ? readChecksum(account) : /^\w{20,100}$/.exec(account)?.[0]
  if (first?.[3] !== family || !address || take() !== '') return undefined
  let statement: string | undefined
  // Without a statement Solana's grammar has one empty line, the others two.
  const isShort = family === 'Solana' && lines[0]?.startsWith('URI: ')
  if (lines[0] !== '' && !isShort) statement = take()
  if (!isShort && take() !== '') return undefined
  const field = (name: string, form: RegExp): string | undefined => {
    const line = lines[0]
    if (!line?.startsWith(`${name}: `)) return undefined
    const value = line.slice(name.length + 2)
    if (!form.test(value)) return undefined
    lines.shift()
    return value
  }
  const uri = field('URI', /^[a-zA-Z][a-zA-Z\d+.-]*:\S+$/)
  const version = field('Version', /^1$/)
  const chainId = field('Chain ID', isEvm ? /^[1-9]\d{0,15}$/ : /^[-:\w]{1,64}$/)
  const nonce = field('Nonce', /^[a-zA-Z\d]{8,128}$/)
  const issuedAt = field('Issued At', dateTime)
  const expirationTime = field('Expiration Time', dateTime)
  const notBefore = field('Not Before', dateTime)
  const requestId = field('Request ID', /^[\w.~!$&'()*+,;=:@%-]*$/)
  const resources: string[] = []
  if (lines[0] === 'Resources:') {
    lines.shift()
    while (lines[0]?.startsWith('- ')) resources.push(lines.shift()?.slice(2) ?? '')
  }
  const isWhole = lines.length === 0 && resources.every((each) => /^[a-zA-Z][a-zA-Z\d+.-]*:\S+$/.test(each))
  if (!isWhole || !uri || !version || (isEvm && !chainId) || !nonce || !issuedAt) return undefined
  const domain = first[2] ?? ''
  return {
    scheme: first[1],
    domain,
    address,
    statement,
    uri,
    version,
    chainId,
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
    requestId,
    resources,
  }
}
