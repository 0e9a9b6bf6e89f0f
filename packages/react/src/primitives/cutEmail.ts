const shown = 30

/** An e-mail address as far as it fits: 30 characters, then three dots; a shorter one whole. */
export function cutEmail(email: string): string {
  const characters = [...email]
  return characters.length > shown ? `${characters.slice(0, shown).join('')}...` : email
}
