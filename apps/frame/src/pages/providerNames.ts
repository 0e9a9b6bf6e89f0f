/** The providers of accounts that sign in, as people call them. */
export const providerNames: { readonly [provider: string]: string } = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  x: 'X',
  discord: 'Discord',
  facebook: 'Facebook',
  farcaster: 'Farcaster',
}
