/** The input of a sign-in. @see https://github.com/phantom/sign-in-with-solana */
export type SolanaSignInInput = {
  readonly domain?: string
  readonly address?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** The text of a sign-in, which the wallet itself writes. */
export function signInText(input: SolanaSignInInput & { readonly domain: string; readonly address: string }): string {
  const fields = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ].flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]))
  const resources = input.resources === undefined ? [] : ['Resources:', ...input.resources.map((one) => `- ${one}`)]
  const body = [...fields, ...resources].join('\n')
  return [
    `${input.domain} wants you to sign in with your Solana account:\n${input.address}`,
    ...(input.statement === undefined ? [] : [input.statement]),
    ...(body === '' ? [] : [body]),
  ].join('\n\n')
}
