import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { climbs, floors } from './floors.js'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function room(files: { [path: string]: string }): string {
  const root = mkdtempSync(join(tmpdir(), 'floors-'))
  made.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'src', path)), { recursive: true })
    writeFileSync(join(root, 'src', path), text)
  }
  return root
}

const house = (name: string) => floors[name] ?? []

describe('floors', () => {
  it.each(Object.keys(floors))('%s: nothing climbs', (name) => {
    expect(climbs(name, house(name))).toEqual([])
  })

  it.each(Object.keys(floors))('%s: each entry names a file or a folder', (name) => {
    const entries = house(name).flatMap(({ holds }) => holds)
    expect(entries.filter((entry) => !existsSync(join(name, 'src', entry)))).toEqual([])
  })

  it('sees an action that imports a flow, even of its types only', () => {
    const core = room({
      'flows/login.ts': 'export type Login = string\n',
      'actions/connect.ts': "import type { Login } from '../flows/login.js'\nexport type X = Login\n",
    })
    expect(climbs(core, house('packages/core'))).toEqual([
      expect.stringContaining("may not import flows/login.ts of 'flows'"),
    ])
    const clean = room({
      'actions/connect.ts': 'export type Login = string\n',
      'flows/login.ts': "import type { Login } from '../actions/connect.js'\nexport type X = Login\n",
    })
    expect(climbs(clean, house('packages/core'))).toEqual([])
  })

  it('sees a climb through a file that no floor names', () => {
    const core = room({
      'actions/connect.ts': 'export const connect = 1\n',
      'helper.ts': "export { connect } from './actions/connect.js'\n",
      'state.ts': "import { connect } from './helper.js'\nexport const x = connect\n",
    })
    expect(climbs(core, house('packages/core'))).toEqual([
      expect.stringContaining("may not import helper.ts of 'actions'"),
    ])
  })

  it('sees an import() and an export from', () => {
    const core = room({
      'exports/index.ts': 'export const a = 1\n',
      'connector.ts': "export const load = () => import('./exports/index.js')\n",
      'calls/api.ts': "export * from '../exports/index.js'\n",
    })
    expect(climbs(core, house('packages/core'))).toHaveLength(2)
  })

  it('sees a view that imports a view, and a server module that imports another', () => {
    const react = room({
      'modal/flows/account/Connect.tsx': "import { Account } from './Account.js'\nexport const Connect = Account\n",
      'modal/flows/account/Account.tsx': 'export const Account = 1\n',
    })
    expect(climbs(react, house('packages/react'))).toEqual([expect.stringContaining('do not know each other')])
    const server = room({
      'data/a.ts': "import { b } from '../rpc/b.js'\nexport const a = b\n",
      'rpc/b.ts': "import { c } from './c.js'\nexport const b = c\n",
      'rpc/c.ts': 'export const c = 1\n',
    })
    expect(climbs(server, house('apps/server'))).toEqual([expect.stringContaining('data/a.ts')])
  })

  it('the platform of the server has folders only, and each stands on a floor', () => {
    const stood = house('apps/server').flatMap(({ holds }) => holds)
    const names = readdirSync('apps/server/src/platform', { withFileTypes: true }).map((entry) =>
      entry.isDirectory() ? `platform/${entry.name}/` : entry.name,
    )
    expect(names.filter((name) => !stood.includes(name))).toEqual([])
  })

  it('sees a folder of the platform that imports one beside it', () => {
    const server = room({
      'platform/log/a.ts': "import { b } from '../chains/b.js'\nexport const a = b\n",
      'platform/chains/b.ts': 'export const b = 1\n',
    })
    expect(climbs(server, house('apps/server'))).toEqual([expect.stringContaining('do not know each other')])
  })

  it('is not misled by comments', () => {
    const core = room({
      'flows/login.ts': 'export const login = 1\n',
      'actions/connect.ts':
        "/**\n * import { login } from '../flows/login.js'\n */\n// import { login } from '../flows/login.js'\nexport const a = 1\n",
    })
    expect(climbs(core, house('packages/core'))).toEqual([])
  })
})
