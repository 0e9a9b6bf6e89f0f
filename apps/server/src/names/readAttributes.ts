import { Refusal } from '../platform/http/refusal.js'

const known = ['avatar', 'bio', 'url']
const longest = 255

/** Checks what an owner says of a name: a few short texts, and addresses of pages and pictures over https only. */
export function readAttributes(attributes: Readonly<Record<string, string>>): Record<string, string> {
  for (const [key, value] of Object.entries(attributes)) {
    if (!known.includes(key)) throw new Refusal(400, 'attributes', `The attributes of a name are ${known.join(', ')}`)
    if (value === '' || value.length > longest || !/^[a-zA-Z0-9@:/._\-?&=+ ]*$/.test(value))
      throw new Refusal(400, 'attributes', `${key} has 1 to ${longest} letters, digits, blanks or @:/._-?&=+`)
    if (key !== 'bio' && !(value.startsWith('https://') && URL.canParse(value)))
      throw new Refusal(400, 'attributes', `${key} is an https address`)
  }
  return { ...attributes }
}
