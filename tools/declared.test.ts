import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { undeclaredImports } from './declared.mjs'

function unpacked(files: { [file: string]: string }): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-declared-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const manifest = { name: 'shop', dependencies: { till: '1', ours: '1' }, peerDependencies: { react: '1' } }
  const all = { 'package.json': JSON.stringify(manifest), ...files }
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

const ours = { ours: { exports: { './open': {} } } }

it('finds nothing where a package declares what its code and types import', async () => {
  const folder = unpacked({
    'dist/index.js': `import { a } from 'till/deep.js'\nimport 'node:fs'\nexport * from './b.js'\nexport { a }\n`,
    'dist/b.js': `/* import 'no' */ export const b = () => import('react')\nexport const c = "import 'text'"\n`,
    'dist/index.d.ts': `/** import 'no' */\nimport type { A } from 'react';\nimport 'ours/open';\nexport * from './b.js';\n`,
    'dist/b.d.ts': `export declare const b: () => Promise<typeof import('react')>;\n`,
    'src/b.ts': `import 'elsewhere'`,
  })
  expect(await undeclaredImports(folder, ours)).toEqual([])
})

it('error: names what is undeclared, missing, or no entry point, in code and in types', async () => {
  const folder = unpacked({
    'dist/index.js': `import 'stray'\nimport 'ours'\nexport const b = () => import('@far/stray/deep.js')\nimport './gone.js'\n`,
    'dist/index.d.ts': `/// <reference types="node" />\nexport declare const b: import('types-only').B;\nexport * from './gone.js';\n`,
  })
  expect(await undeclaredImports(folder, ours)).toEqual([
    'shop/dist/index.d.ts: ./gone.js is not in the package',
    'shop/dist/index.d.ts: node is not declared',
    'shop/dist/index.d.ts: types-only is not declared',
    'shop/dist/index.js: ./gone.js is not in the package',
    'shop/dist/index.js: @far/stray is not declared',
    'shop/dist/index.js: ours is no entry point',
    'shop/dist/index.js: stray is not declared',
  ])
})
