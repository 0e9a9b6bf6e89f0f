// What the repository's pages tell a new user to paste, read from them so that the apps prove these very lines.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const read = (path) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8')

/** The five lines of README. */
export function readFiveLines() {
  const block = /```tsx\n([^`]*<LatchkeyProvider[^`]*)```/.exec(read('README.md'))?.[1]
  if (!block) throw new Error('README.md has no tsx block with <LatchkeyProvider>.')
  const { length } = block.trim().split('\n')
  if (length !== 5) throw new Error(`README.md's first app has ${length} lines, not five.`)
  return block
}

/** The five lines as README has them for Next.js: the file, and its whole text. */
export function readNextPage() {
  const [, file, first] = /In Next\.js .*?`(app\/page\.tsx)`.*?`('use client')`/s.exec(read('README.md')) ?? []
  if (!file) throw new Error('README.md does not say which file of a Next.js app takes the five lines.')
  return { file, text: `${first}\n${readFiveLines()}` }
}

/**
 * The app of docs/sign-in.md for Auth.js.
 *
 * @returns {Record<string, string>} The text of each file, by its path.
 */
export function readAuthJsApp() {
  const [, section = ''] = /^### Auth\.js\n([\s\S]*?)^### /m.exec(read('docs/sign-in.md')) ?? []
  const files = [...section.matchAll(/In `([^`]+)`[^`]*(?:`[^`\n]+`[^`]*)?:\n\n```(?:js|ts)\n([\s\S]*?)^```/gm)]
  if (files.length !== 5) throw new Error(`docs/sign-in.md has ${files.length} files for Auth.js, not five.`)
  return Object.fromEntries(files.map(([, path, text]) => [path, text]))
}

/**
 * What the pages for users of other kits tell them to have in the end.
 *
 * @returns {Record<string, string>} Modules by names of their own: an app, a provider, or two configs.
 */
export function readMigrated() {
  const kits = ['rainbowkit', 'connectkit', 'appkit']
  return Object.fromEntries(
    kits.flatMap((kit) =>
      [...read(`docs/migrate-${kit}.md`).matchAll(/^```tsx\n([\s\S]*?)^```/gm)].map(([, code], at) => [
        `from-${kit}-${at + 1}`,
        code,
      ]),
    ),
  )
}

/**
 * The documented defaults of the theme.
 *
 * @returns {Record<string, { light: string, dark: string }>} By variable.
 */
export function readThemeDefaults() {
  const rows = [...read('docs/theming.md').matchAll(/^\| (`--lk-.*?) \| .*? \| (.*?) \|$/gm)]
  const entries = rows.flatMap(([, names, cell]) => {
    const variables = [...names.matchAll(/`(--lk-[a-z-]+)`/g)].map(([, name]) => name)
    // A browser's body text is 16px until its reader says otherwise. The slash inside rgb(0 0 0 / 0.5) parts no modes.
    const [light, dark = light] = cell
      .replace(/ at body text of 16px$/, '')
      .split(/ \/ (?![^(]*\))/)
      .map((side) => side.split(/, (?![^(]*\))/))
    return variables.map((name, at) => [name, { light: light[at], dark: dark[at] }])
  })
  return Object.fromEntries(entries)
}
