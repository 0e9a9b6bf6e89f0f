import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Fixture = {
  says: string
  rule: string
  path: string
  bad: string
  clean: string
  with?: { [path: string]: string }
}

const manifest = JSON.stringify({
  name: '@latchkey/core',
  version: '0.0.0',
  dependencies: { viem: '1', '@latchkey/protocol': '1' },
  devDependencies: { zod: '1' },
})
const longFile = (lines: number) => Array.from({ length: lines }, (_, at) => `export const n${at} = ${at}`).join('\n')

/** Each guard of the linter beside a file that breaks it and a twin that does not. */
const fixtures: readonly Fixture[] = [
  {
    says: 'a package imports only what its package.json names',
    rule: 'noUndeclaredDependencies',
    path: 'packages/core/src/a.ts',
    bad: "import { Hono } from 'hono'\nexport const a = Hono\n",
    clean: "import { isAddress } from 'viem'\nexport const a = isAddress\n",
  },
  {
    says: 'what is shipped does not lean on a devDependency',
    rule: 'noUndeclaredDependencies',
    path: 'packages/core/src/dev.ts',
    bad: "import { z } from 'zod'\nexport const a = z\n",
    clean: "import { isAddress } from 'viem'\nexport const a = isAddress\n",
  },
  {
    says: 'no circle of values',
    rule: 'noImportCycles',
    path: 'packages/core/src/circle/a.ts',
    bad: "import { b } from './b.js'\nexport const a = () => b\n",
    clean: 'export const a = 1\n',
    with: { 'packages/core/src/circle/b.ts': "import { a } from './a.js'\nexport const b = () => a\n" },
  },
  {
    says: 'no circle of types',
    rule: 'noImportCycles',
    path: 'packages/core/src/types/a.ts',
    bad: "import type { B } from './b.js'\nexport type A = { b?: B }\n",
    clean: 'export type A = { b?: string }\n',
    with: { 'packages/core/src/types/b.ts': "import type { A } from './a.js'\nexport type B = { a?: A }\n" },
  },
  {
    says: 'only entry points are imported',
    rule: 'noRestrictedImports',
    path: 'packages/core/src/outside.ts',
    bad: "import { caip } from '@latchkey/protocol/src/caip.js'\nexport const a = caip\n",
    clean: "import { caip } from '@latchkey/protocol/caip'\nexport const a = caip\n",
  },
  {
    says: 'no way round the entry points by a relative path',
    rule: 'noRestrictedImports',
    path: 'packages/core/src/round.ts',
    bad: "import { caip } from '../../../packages/protocol/src/caip.js'\nexport const a = caip\n",
    clean: "import { caip } from '@latchkey/protocol/caip'\nexport const a = caip\n",
  },
  {
    says: 'only primitives/ imports the UI library',
    rule: 'noRestrictedImports',
    path: 'packages/react/src/components/Tabs.tsx',
    bad: "import { Tabs as Base } from '@base-ui/react/tabs'\nexport const Tabs = Base\n",
    clean: "import { Base } from '../primitives/Tabs.js'\nexport const Tabs = Base\n",
    with: {
      'packages/react/src/primitives/Tabs.tsx':
        "import { Tabs } from '@base-ui/react/tabs'\nexport const Base = Tabs\n",
    },
  },
  {
    says: 'no barrels inside',
    rule: 'noBarrelFile',
    path: 'packages/core/src/actions/index.ts',
    bad: "export { a } from '../circle/a.js'\n",
    clean: "import { a } from '../circle/a.js'\nexport const b = a\n",
    with: { 'packages/core/src/exports/index.ts': "export { a } from '../circle/a.js'\n" },
  },
  {
    says: 'no export *',
    rule: 'noReExportAll',
    path: 'packages/core/src/exports/all.ts',
    bad: "export * from '../circle/a.js'\n",
    clean: "export { a } from '../circle/a.js'\n",
  },
  {
    says: 'a file has at most 400 lines',
    rule: 'noExcessiveLinesPerFile',
    path: 'packages/core/src/long.ts',
    bad: `${longFile(401)}\n`,
    clean: `${longFile(399)}\n`,
  },
  {
    says: 'only env.ts reads process.env',
    rule: 'noProcessEnv',
    path: 'apps/server/src/app.ts',
    bad: 'export const port = process.env.PORT\n',
    clean: 'export const port = 1\n',
    with: { 'apps/server/src/env.ts': 'export const port = process.env.PORT\n' },
  },
  {
    says: 'no message to any origin',
    rule: 'plugin',
    path: 'packages/connectors/src/post.ts',
    bad: "export const post = (to: Window) => to.postMessage({ a: 1 }, '*')\n",
    clean: 'export const post = (to: Window, origin: string) => to.postMessage({ a: 1 }, origin)\n',
  },
  {
    says: 'no message to any origin by an option',
    rule: 'plugin',
    path: 'packages/connectors/src/option.ts',
    bad: "export const post = (to?: Window) => to?.postMessage({ a: 1 }, { targetOrigin: '*' })\n",
    clean: 'export const post = (to: MessagePort) => to.postMessage({ a: 1 })\n',
  },
  {
    says: 'a message handler checks the origin',
    rule: 'plugin',
    path: 'packages/connectors/src/hear.ts',
    bad: "export const hear = (use: (data: unknown) => void) => window.addEventListener('message', (event) => use(event.data))\n",
    clean:
      "export const hear = (own: string, use: (data: unknown) => void) =>\n  window.addEventListener('message', (event) => {\n    if (event.origin === own) use(event.data)\n  })\n",
  },
  {
    says: 'onmessage checks the origin too, and the page’s own origin is no check',
    rule: 'plugin',
    path: 'packages/connectors/src/onmessage.ts',
    bad: 'export const own = location.origin\nself.onmessage = (event) => console.log(event.data)\n',
    clean: 'self.onmessage = (event) => {\n  if (event.origin === location.origin) console.log(event.data)\n}\n',
  },
  {
    says: 'no guessable numbers',
    rule: 'plugin',
    path: 'apps/server/src/rpc/id.ts',
    bad: 'export const id = () => Math.random().toString(36)\n',
    clean: 'export const id = () => crypto.randomUUID()\n',
  },
  {
    says: 'no guessable numbers by another name',
    rule: 'plugin',
    path: 'packages/core/src/random.ts',
    bad: 'const { random } = Math\nexport const id = () => random()\n',
    clean: 'const { floor } = Math\nexport const id = () => floor(1)\n',
  },
  {
    says: 'no markup from text',
    rule: 'plugin',
    path: 'packages/react/src/markup.ts',
    bad: 'export const show = (at: Element, text: string) => {\n  at.innerHTML = text\n}\n',
    clean: 'export const show = (at: Element, text: string) => {\n  at.textContent = text\n}\n',
  },
  {
    says: 'no markup from text by React',
    rule: 'noDangerouslySetInnerHtml',
    path: 'packages/react/src/Markup.tsx',
    bad: 'export const Markup = ({ text }: { text: string }) => <p dangerouslySetInnerHTML={{ __html: text }} />\n',
    clean: 'export const Markup = ({ text }: { text: string }) => <p>{text}</p>\n',
  },
  {
    says: 'no module mocks',
    rule: 'plugin',
    path: 'packages/core/src/mock.test.ts',
    bad: "import { vi } from 'vitest'\nvi.mock('./long.js')\n",
    clean: "import { vi } from 'vitest'\nvi.fn()\n",
  },
]

const made: string[] = []
let bad = new Map<string, string[]>()
let clean = new Map<string, string[]>()

beforeAll(async () => {
  ;[bad, clean] = await Promise.all([lint('bad'), lint('clean')])
})

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

describe('the linter', () => {
  it.each(fixtures)('guards: $says', ({ rule, path }) => {
    expect(bad.get(path)?.some((category) => category.includes(rule))).toBe(true)
    expect(clean.get(path) ?? []).toEqual([])
  })

  it('lets those through who may: entry points are lists, primitives know the UI library, env.ts reads the environment', () => {
    for (const path of [
      'packages/core/src/exports/index.ts',
      'packages/react/src/primitives/Tabs.tsx',
      'apps/server/src/env.ts',
    ]) {
      expect(clean.get(path) ?? []).toEqual([])
    }
  })
})

/** Runs the linter with the project's own rules over a small project made of the fixtures. */
async function lint(side: 'bad' | 'clean'): Promise<Map<string, string[]>> {
  const root = mkdtempSync(join(tmpdir(), 'lint-'))
  made.push(root)
  const config = JSON.parse(readFileSync('biome.json', 'utf8')) as { vcs?: unknown; $schema?: unknown }
  write(root, 'biome.json', JSON.stringify({ ...config, vcs: undefined, $schema: undefined }))
  cpSync('tools/lint', join(root, 'tools/lint'), { recursive: true })
  write(root, 'packages/core/package.json', manifest)
  write(root, 'packages/connectors/package.json', manifest)
  write(root, 'apps/server/package.json', manifest)
  write(root, 'packages/react/package.json', JSON.stringify({ name: 'r', dependencies: { '@base-ui/react': '1' } }))
  for (const fixture of fixtures) {
    write(root, fixture.path, fixture[side])
    for (const [path, text] of Object.entries(fixture.with ?? {})) write(root, path, text)
  }
  const program = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  const report = await new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      [program, 'lint', '--reporter=json', '--max-diagnostics=none', '--diagnostic-level=error', 'packages', 'apps'],
      { cwd: root, maxBuffer: 1e8 },
      (_, out) => resolve(out),
    ),
  )
  const { diagnostics } = JSON.parse(report) as {
    diagnostics: { category: string; location: { path: string | { file: string } } }[]
  }
  const found = new Map<string, string[]>()
  for (const { category, location } of diagnostics) {
    const path = (typeof location.path === 'string' ? location.path : location.path.file).replaceAll('\\', '/')
    found.set(path, [...(found.get(path) ?? []), category])
  }
  return found
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
