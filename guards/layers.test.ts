import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { forbiddenImports, layers } from './layers.js'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function packageWith(files: { [path: string]: string }): string {
  const root = mkdtempSync(join(tmpdir(), 'layers-'))
  made.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'src', path)), { recursive: true })
    writeFileSync(join(root, 'src', path), text)
  }
  return root
}

const layersOf = (name: string) => layers[name] ?? []

describe('layers', () => {
  it.each(Object.keys(layers))('%s: no file imports a higher layer', (name) => {
    expect(forbiddenImports(name, layersOf(name))).toEqual([])
  })

  it.each(Object.keys(layers))('%s: each entry names a file or a folder', (name) => {
    const entries = layersOf(name).flatMap(({ holds }) => holds)
    expect(entries.filter((entry) => !existsSync(join(name, 'src', entry)))).toEqual([])
  })

  it('sees an action that imports a flow, even of its types only', () => {
    const core = packageWith({
      'flows/login.ts': 'export type Login = string\n',
      'actions/connect.ts': "import type { Login } from '../flows/login.js'\nexport type X = Login\n",
    })
    expect(forbiddenImports(core, layersOf('packages/core'))).toEqual([
      expect.stringContaining("may not import flows/login.ts of 'flows'"),
    ])
    const clean = packageWith({
      'actions/connect.ts': 'export type Login = string\n',
      'flows/login.ts': "import type { Login } from '../actions/connect.js'\nexport type X = Login\n",
    })
    expect(forbiddenImports(clean, layersOf('packages/core'))).toEqual([])
  })

  it('sees an import of a higher layer through a file that no layer names', () => {
    const core = packageWith({
      'actions/connect.ts': 'export const connect = 1\n',
      'helper.ts': "export { connect } from './actions/connect.js'\n",
      'state.ts': "import { connect } from './helper.js'\nexport const x = connect\n",
    })
    expect(forbiddenImports(core, layersOf('packages/core'))).toEqual([
      expect.stringContaining("may not import helper.ts of 'actions'"),
    ])
  })

  it('sees an import() and an export from', () => {
    const core = packageWith({
      'exports/index.ts': 'export const a = 1\n',
      'connector.ts': "export const load = () => import('./exports/index.js')\n",
      'calls/api.ts': "export * from '../exports/index.js'\n",
    })
    expect(forbiddenImports(core, layersOf('packages/core'))).toHaveLength(2)
  })

  it('sees a view that imports a view, and a server module that imports another', () => {
    const react = packageWith({
      'modal/flows/account/Connect.tsx': "import { Account } from './Account.js'\nexport const Connect = Account\n",
      'modal/flows/account/Account.tsx': 'export const Account = 1\n',
    })
    expect(forbiddenImports(react, layersOf('packages/react'))).toEqual([
      expect.stringContaining('neither may import the other'),
    ])
    const server = packageWith({
      'data/a.ts': "import { b } from '../rpc/b.js'\nexport const a = b\n",
      'rpc/b.ts': "import { c } from './c.js'\nexport const b = c\n",
      'rpc/c.ts': 'export const c = 1\n',
    })
    expect(forbiddenImports(server, layersOf('apps/server'))).toEqual([expect.stringContaining('data/a.ts')])
  })

  it('the platform of the server has folders only, and each is in a layer', () => {
    const known = layersOf('apps/server').flatMap(({ holds }) => holds)
    const names = readdirSync('apps/server/src/platform', { withFileTypes: true }).map((entry) =>
      entry.isDirectory() ? `platform/${entry.name}/` : entry.name,
    )
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  })

  it('sees a folder of the platform that imports one beside it', () => {
    const server = packageWith({
      'platform/log/a.ts': "import { b } from '../chains/b.js'\nexport const a = b\n",
      'platform/chains/b.ts': 'export const b = 1\n',
    })
    expect(forbiddenImports(server, layersOf('apps/server'))).toEqual([
      expect.stringContaining('neither may import the other'),
    ])
  })

  it('is not misled by comments', () => {
    const core = packageWith({
      'flows/login.ts': 'export const login = 1\n',
      'actions/connect.ts':
        "/**\n * import { login } from '../flows/login.js'\n */\n// import { login } from '../flows/login.js'\nexport const a = 1\n",
    })
    expect(forbiddenImports(core, layersOf('packages/core'))).toEqual([])
  })
})
