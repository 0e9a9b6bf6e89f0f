const pattern = /^[\w'+-]+(\.[\w'+-]+)*@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/** Returns whether a text can be an e-mail address; what the wallet would not take is refused here already. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && pattern.test(text) && !text.includes("'@")
}
