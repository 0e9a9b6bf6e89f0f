/** What a piece of code is. */
export type TokenKind = 'plain' | 'keyword' | 'text' | 'name' | 'number' | 'comment'

/** A piece of code and what it is. */
export type Token = { readonly kind: TokenKind; readonly text: string }

const pattern =
  /(?<comment>\/\/.*)|(?<text>'[^'\n]*'|"[^"\n]*"|`[^`]*`)|(?<keyword>\b(?:import|export|from|const|await|return|async|true|false|undefined)\b|=>)|(?<name>(?<=<\/?)[A-Z][\w.]*)|(?<number>\b\d[\d_]*n?\b)/g

/** Cuts TypeScript as the page shows it into pieces to colour; joined, they are the code again. */
export function highlight(code: string): readonly Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: code.slice(end, match.index) })
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0] as TokenKind | undefined
    tokens.push({ kind: kind ?? 'plain', text: match[0] })
    end = match.index + match[0].length
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end) })
  return tokens
}
