/**
 * Writes mistakes into an app.
 *
 * @param {string} text - The right app.
 * @param {readonly { what: string, right: string, wrong: string }[]} mistakes - What to write instead of what.
 * @returns {{ wrong: string, places: { line: number, caret?: { right: number, wrong: number } }[] }} The wrong app; for each mistake its
 *   line, from 1, and where its caret stands in both apps.
 */
export function applyMistakes(text, mistakes) {
  const starts = mistakes.map(({ what, right }) => {
    const at = text.indexOf(right)
    if (at < 0 || text.includes(right, at + 1)) throw new Error(`${what}: "${right}" must stand in the app once.`)
    return at
  })
  const order = mistakes.map((_, number) => number).sort((a, b) => starts[a] - starts[b])
  const places = []
  let wrong = ''
  let read = 0
  for (const number of order) {
    const { right, wrong: marked } = mistakes[number]
    wrong += text.slice(read, starts[number])
    const line = wrong.split('\n').length
    const caret = marked.indexOf('|')
    places[number] = {
      line,
      ...(caret < 0 ? {} : { caret: { right: starts[number] + caret, wrong: wrong.length + caret } }),
    }
    wrong += marked.replace('|', '')
    read = starts[number] + right.length
  }
  return { wrong: wrong + text.slice(read), places }
}
