/** The providers whose pages a person can be sent to, as people call them. */
export const providerNames: { readonly [provider: string]: string } = {
  google: 'Google',
  apple: 'Apple',
  github: 'GitHub',
  x: 'X',
  discord: 'Discord',
  facebook: 'Facebook',
}
