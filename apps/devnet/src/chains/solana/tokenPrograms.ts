/** The programs that keep tokens, and how they are called in parsed answers. */
export const tokenPrograms: { readonly [program: string]: string } = {
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'spl-token',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'spl-token-2022',
}
