import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { importsOf, readSource, sourceFiles } from './imports.js'
import { packages } from './packages.js'

/** Code that somebody copies: a block of a page, or the example of a docstring. */
export type Sample = {
  /** The file it stands in, from the root. */
  file: string
  /** The line of its first character, from 1. */
  line: number
  code: string
  extension: 'ts' | 'tsx'
}

/**
 * Reads the TypeScript blocks of a page.
 *
 * @param file - The page, from the root.
 * @param text - What stands in it.
 * @returns Its blocks that are marked `ts` or `tsx`.
 */
export function samplesOfPage(file: string, text: string): Sample[] {
  return [...text.matchAll(/^```(tsx?)\n([\s\S]*?)^```/gm)].map(({ 0: block, 1: extension, 2: code = '', index }) => ({
    file,
    line: lineOf(text, index + block.indexOf('\n') + 1),
    code,
    extension: extension === 'tsx' ? 'tsx' : 'ts',
  }))
}

/**
 * Reads the examples of a source file's docstrings.
 *
 * @param file - The source file, from the root; relative imports of an example are meant from there.
 * @param text - What stands in it.
 * @returns What follows each `@example`, without the stars.
 */
export function samplesOfSource(file: string, text: string): Sample[] {
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap(({ 0: comment, index }) =>
    [...comment.matchAll(/@example\b[^\n]*\n([\s\S]*?)(?=^\s*\*\s*@\w|[ \t]*\*\/)/gm)].map((match) => {
      const [whole, body = ''] = match
      const code = body.replace(/^\s*\* ?/gm, '')
      return {
        file,
        line: lineOf(text, index + match.index + whole.indexOf('\n') + 1),
        code,
        // What looks like an element is one: nothing else that begins a line or a bracket so is in use.
        extension: /[(\n>]\s*<[A-Za-z>]/.test(code) || /return <|=> </.test(code) ? ('tsx' as const) : ('ts' as const),
      }
    }),
  )
}

/** All samples of the project: the front page, the pages under `docs`, those of the packages, and their docstrings. */
export function samples(): Sample[] {
  const folders = packages().map(({ folder }) => folder)
  const pages = [
    'README.md',
    ...readdirSync('docs', { recursive: true })
      .map((path) => `docs/${String(path).replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.md')),
    ...folders.map((folder) => `${folder}/README.md`).filter((path) => existsSync(path)),
  ]
  return [
    ...pages.flatMap((page) => samplesOfPage(page, readSource('.', page))),
    ...folders.flatMap((folder) =>
      sourceFiles(join(folder, 'src'), 'source').flatMap((path) => {
        const file = join(folder, 'src', path).replaceAll('\\', '/')
        return samplesOfSource(file, readSource('.', file))
      }),
    ),
  ]
}

/**
 * Compiles samples as a stranger would who copies them into a file, against our sources and under our strictness. What a
 * reader has anyway is in `stage.d.ts`.
 *
 * @param given - The samples.
 * @returns What the compiler says, by file and line of where each stands.
 */
export async function complaintsAbout(given: readonly Sample[]): Promise<string[]> {
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync(join('.cache', 'samples-'))
  try {
    given.forEach((sample, number) => {
      writeFileSync(join(folder, `${number}.${sample.extension}`), moduleOf(sample, folder))
    })
    const settings = {
      extends: '../../tsconfig.test.json',
      compilerOptions: {
        incremental: false,
        noUnusedParameters: false,
        noErrorTruncation: true,
        // The name under which an app installs Playwright's runner.
        paths: { '@playwright/test': ['../../node_modules/playwright/test.d.ts'] },
      },
      include: ['*.ts', '*.tsx', '../../guards/stage.d.ts', '../../guards/ours.d.ts'],
      references: [],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    const output = await compile(folder)
    return output.flatMap((line) => {
      const [, number, at, text] = /(?:^|\/)(\d+)\.tsx?\((\d+),\d+\): error (.*)$/.exec(line) ?? []
      const sample = given[Number(number)]
      return sample === undefined ? strangeness(line) : [`${sample.file}:${at} ${text}`]
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The sample as a file: on the lines where it stands, and with its relative imports seen from its new place. */
function moduleOf({ file, line, code, extension }: Sample, folder: string): string {
  const near = importsOf(code).filter(({ specifier }) => specifier.startsWith('.'))
  const text = near.reduce((before, { specifier }) => {
    const path = relative(folder, join(dirname(file), specifier)).replaceAll('\\', '/')
    return before.replace(`'${specifier}'`, `'${path}'`)
  }, code)
  return `${'\n'.repeat(line - 1)}${text}\nexport {}${extension === 'tsx' ? '' : ';'}\n`
}

/** Other files have guards of their own; but what names no file at all is about the run itself. */
function strangeness(line: string): string[] {
  return /^error /.test(line) ? [line] : []
}

function compile(folder: string): Promise<string[]> {
  const args = [join('node_modules', 'typescript', 'bin', 'tsc'), '-p', folder, '--pretty', 'false']
  return new Promise((done, fail) =>
    execFile(process.execPath, args, { maxBuffer: 64 << 20 }, (error, out, err) => {
      const lines = out.split('\n').filter((line) => line !== '')
      // It ends with a number when it found something, and then says what.
      if (error && lines.length === 0) fail(new Error(`${error.message}\n${err}`))
      else done(lines)
    }),
  )
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
