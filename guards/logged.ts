const call = /\b(?:log\.(?:error|warn|info|debug)|console\.\w+|process\.std(?:err|out)\.write)\(/g
const safe = /\b(?:withoutValues|reasonOf)\(/g

/**
 * Finds what a file says to the log of an error without taking the values out: an error of a database carries what it was given.
 *
 * @param source - The source of the file.
 * @returns A line for each call, with its number.
 */
export function rawErrors(source: string): string[] {
  const text = source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/^\s*\/\/.*$/gm, '')
  const caught = [...text.matchAll(/\bcatch \((\w+)|\((\w+): unknown\) =>/g)].map(([, one, other]) => one ?? other)
  const names = new Set(['error', 'err', 'cause', 'fault', 'reason', ...caught])
  // A key of an object is no value, and neither what an error is an instance of nor its code tells one.
  const raw = new RegExp(
    `(?<![.\\w])(?:${[...names].join('|')})\\b(?!\\s*:|\\s+instanceof|\\??\\.code\\b|\\s+as\\s+\\{[^}]*\\}\\)\\??\\.code\\b)|\\.(?:message|stack|details?)\\b|\\bString\\(|\\binspect\\(`,
  )
  return [...text.matchAll(call)].flatMap(({ index, 0: begin }) => {
    const said = argumentsFrom(text, index + begin.length)
    const left = withoutSafe(said).replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    return raw.test(left) ? [`${text.slice(0, index).split('\n').length}: ${begin}${said})`] : []
  })
}

/** What stands from the opening bracket before `start` to the one that closes it. */
function argumentsFrom(text: string, start: number): string {
  let depth = 1
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(start, at)
  }
  return text.slice(start)
}

function withoutSafe(said: string): string {
  const found = [...said.matchAll(safe)][0]
  if (found === undefined) return said
  const end = found.index + found[0].length
  return withoutSafe(`${said.slice(0, found.index)}''${said.slice(end + argumentsFrom(said, end).length + 1)}`)
}
