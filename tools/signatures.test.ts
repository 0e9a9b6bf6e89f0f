import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse, reportPackage } from './declarations.mjs'
import { differences, unannounced } from './signatures.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-signatures-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

describe('the report of a package', () => {
  beforeEach(() => {
    const exports = {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './other': { types: './dist/other.d.ts', default: './dist/other.js' },
      './styles.css': './dist/styles.css',
    }
    write('package.json', JSON.stringify({ name: '@a/b', exports }))
    write('dist/index.d.ts', "export { type Taken, take } from './take.js';\nexport type { Hex } from 'viem';\n")
    write(
      'dist/other.d.ts',
      "/** All. */\nexport declare const all: readonly string[];\nexport { Given as Had } from './given.js';\n",
    )
    write('dist/given.d.ts', 'export type Given = string;\n')
    write('dist/deep.d.ts', 'export type Deep = {\n    /** How. */\n    readonly how: number;\n};\n')
    write(
      'dist/take.d.ts',
      [
        "import type { Deep } from './deep.js';",
        "import type { Given } from './given.js';",
        'type Own = Deep;',
        'type Unused = 1;',
        '/** What. */',
        'export type Taken = Own;',
        'export declare function take(given: Given): Taken;',
        'export declare function take(): Taken;',
        '//# sourceMappingURL=take.d.ts.map',
      ].join('\n'),
    )
  })

  it('names what each entry point exports, and what that mentions and no entry point exports, without comments', () => {
    expect(reportPackage(folder, 'b')).toEqual({
      'b/index.txt': [
        '@a/b',
        "export { Hex } from 'viem'",
        'type Taken = Own;',
        'declare function take(given: Given): Taken;\ndeclare function take(): Taken;',
        'Not exported:',
        'type Deep = {\n    readonly how: number;\n};',
        'type Own = Deep;\n',
      ].join('\n\n'),
      'b/other.txt': '@a/b/other\n\ntype Given = string;\n\ndeclare const all: readonly string[];\n',
    })
  })

  it('changes with a signature, also with one that no entry point exports', () => {
    const before = reportPackage(folder, 'b')
    write('dist/deep.d.ts', 'export type Deep = {\n    readonly how: bigint;\n};\n')
    const after = reportPackage(folder, 'b')
    expect(differences(before, after)).toEqual(['b/index.txt'])
    expect(differences(before, before)).toEqual([])
    expect(differences(before, {})).toEqual(['b/index.txt', 'b/other.txt'])
  })

  it('error: what is not built, and what it cannot read', () => {
    rmSync(join(folder, 'dist/deep.d.ts'))
    expect(() => reportPackage(folder, 'b')).toThrow('npm run build')
    expect(() => parse("export * from './a.js';\n")).toThrow('export *')
  })
})

describe('a changeset', () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })
  const commit = () => {
    git('add', '-A')
    git('-c', 'user.name=a', '-c', 'user.email=a@b.example', '-c', 'commit.gpgsign=false', 'commit', '-qm', 'Change')
  }
  beforeEach(() => {
    git('init', '-q', '-b', 'main')
    write('.changeset/README.md', '')
    write('docs/api/core/index.txt', 'one\n')
    commit()
    git('checkout', '-qb', 'mine')
  })

  it('is wanted where signatures changed, committed or not', () => {
    expect(unannounced(folder)).toEqual([])
    write('docs/api/core/index.txt', 'two\n')
    write('docs/api/react/new.txt', 'new\n')
    expect(unannounced(folder)).toEqual(['@latchkey/core', '@latchkey/react'])
    commit()
    expect(unannounced(folder)).toEqual(['@latchkey/core', '@latchkey/react'])
    write('.changeset/some.md', '---\n"@latchkey/core": minor\n---\n\nAlso "@latchkey/react".\n')
    expect(unannounced(folder)).toEqual(['@latchkey/react'])
    commit()
    write('.changeset/more.md', '---\n"@latchkey/react": patch\n---\n\nMore.\n')
    expect(unannounced(folder)).toEqual([])
  })

  it('is not one that stood there before, and not wanted on main or where no report was kept', () => {
    git('checkout', '-q', 'main')
    write('.changeset/old.md', '---\n"@latchkey/core": minor\n---\n\nOld.\n')
    commit()
    git('checkout', '-qb', 'next')
    write('docs/api/core/index.txt', 'two\n')
    commit()
    expect(unannounced(folder)).toEqual(['@latchkey/core'])
    git('branch', '-qf', 'main', 'next')
    expect(unannounced(folder)).toEqual([])
    expect(unannounced(join(folder, '..'))).toEqual([])
  })
})
