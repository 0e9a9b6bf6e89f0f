/**
 * Reads the fenced blocks of one section of a page.
 *
 * @param page - The page.
 * @param heading - The heading of the section, with its marks, for example `## PostgreSQL`.
 * @returns The blocks up to the next heading, in order.
 */
export function readFences(page: string, heading: string): { language: string; text: string }[] {
  const at = page.indexOf(`\n${heading}\n`)
  if (at < 0) throw new Error(`The page has no section ${heading}`)
  const blocks: { language: string; text: string }[] = []
  let block: { language: string; text: string } | undefined
  for (const line of page.slice(at + heading.length + 2).split('\n')) {
    const [isFence, language = ''] = /^```(\w*)$/.exec(line) ?? []
    if (isFence !== undefined) {
      if (block !== undefined) blocks.push(block)
      block = block === undefined ? { language, text: '' } : undefined
    } else if (block !== undefined) block.text += `${line}\n`
    else if (/^#+ /.test(line)) break
  }
  return blocks
}
