import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { importsOf, readSource, sourceFiles } from './imports.js'
import { forbiddenDependencies, packages, undeclaredTestImports } from './packages.js'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const all = packages()
const root = JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies: { [name: string]: string } }
const packageOf = (manifest: {
  name: string
  dependencies?: object
  devDependencies?: object
  peerDependencies?: object
}) => ({
  folder: '.cache/none',
  manifest: manifest as never,
})

// What is said of an account before its family is loaded.
const shared: { readonly [family: string]: readonly string[] } = {
  bitcoin: [
    'packages/core/src/connection/accountTypes.ts',
    'packages/core/src/signIn/prepareSignIn.ts',
    'packages/react/src/components/TransferSummary.tsx',
    'packages/react/src/components/WalletFeatures.tsx',
  ],
  cosmos: [],
  polkadot: ['packages/core/src/connection/accountTypes.ts'],
  solana: [],
}

describe.each([
  ['bitcoin', /bitcoin|bip122|unisat/i],
  ['cosmos', /cosmos|keplr/i],
  ['polkadot', /polkadot|substrate|ss58/i],
  // Its namespace stands in tables and examples; its library, wallets and words stand in its package.
  ['solana', /@solana|solana_|solana(Provider|Send|Mainnet|Devnet)|phantom|spl-token/i],
])('%s, a family that is a package', (family, named) => {
  const namingIn = (src: string) =>
    sourceFiles(src, 'source')
      .filter((file) => named.test(readSource(src, file)))
      .map((file) => `${src}/${file}`)
  const naming = ['core', 'connectors', 'react'].flatMap((name) => namingIn(`packages/${name}/src`))
  const isShared = (file: string) => shared[family]?.some((entry) => file.startsWith(entry))

  it('is not named by core, connectors and react, but for words on the screen and where several families share a way', () => {
    expect(naming.filter((file) => !file.includes('/src/strings/') && !isShared(file))).toEqual([])
    expect(shared[family]?.filter((entry) => !naming.some((file) => file.startsWith(entry)))).toEqual([])
  })

  it('is named where it stands', () => {
    expect(namingIn(`packages/${family}/src`).length).toBeGreaterThan(9)
  })
})

it('what is internal is named by no page and by no app outside', () => {
  const tellers = execFileSync('git', ['ls-files', '*.md', 'consumers'], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
  const naming = tellers.filter((path) => /@latchkey\/\w+\/internal/.test(readSource('.', path)))
  expect(tellers.length).toBeGreaterThan(50)
  expect(naming).toEqual([])
})

describe('packages', () => {
  it.each(all)('$manifest.name: package.json names only what the table allows', (each) => {
    expect(forbiddenDependencies(each)).toEqual([])
  })

  it.each(all)('$manifest.name: tests import what is declared', (each) => {
    expect(undeclaredTestImports(each, Object.keys(root.devDependencies))).toEqual([])
  })

  it('refuses a dependency that is not in the table, also as a peer or for tests', () => {
    expect(
      forbiddenDependencies(packageOf({ name: '@latchkey/core', dependencies: { '@latchkey/react': '1' } })),
    ).toEqual(['@latchkey/core may not import @latchkey/react'])
    expect(
      forbiddenDependencies(packageOf({ name: '@latchkey/react', peerDependencies: { '@latchkey/connectors': '1' } })),
    ).toHaveLength(1)
    expect(
      forbiddenDependencies(packageOf({ name: '@latchkey/server', dependencies: { '@latchkey/devnet': '1' } })),
    ).toHaveLength(1)
    expect(
      forbiddenDependencies(packageOf({ name: '@latchkey/protocol', devDependencies: { '@latchkey/react': '1' } })),
    ).toHaveLength(1)
    expect(forbiddenDependencies(packageOf({ name: '@latchkey/utils' }))).toHaveLength(1)
    expect(
      forbiddenDependencies(
        packageOf({
          name: '@latchkey/core',
          dependencies: { '@latchkey/protocol': '1' },
          devDependencies: { '@latchkey/devnet': '1' },
        }),
      ),
    ).toEqual([])
  })

  it('refuses a test that imports what no package.json declares', () => {
    const folder = mkdtempSync(join(tmpdir(), 'package-'))
    made.push(folder)
    mkdirSync(join(folder, 'src'))
    writeFileSync(
      join(folder, 'src/a.test.ts'),
      "import { it } from 'vitest'\nimport axios from 'axios/x'\nimport 'node:fs'\n",
    )
    const found = undeclaredTestImports({ folder, manifest: { name: 'x' } }, ['vitest'])
    expect(found).toEqual([expect.stringContaining('imports axios')])
  })
})

describe('entry points', () => {
  const entryPoints = all.flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports ?? {}).map(([entryPoint, to]) => ({ folder, name: manifest.name, entryPoint, to })),
  )

  it.each(entryPoints)(
    '$name $entryPoint leads to a source that exists, and to types before code',
    ({ folder, entryPoint, to }) => {
      if (entryPoint === './package.json') return
      const conditions = typeof to === 'string' ? {} : to
      expect(existsSync(join(folder, conditions['@latchkey/source'] ?? 'missing'))).toBe(true)
      // A stylesheet's source says nothing to TypeScript, in the repository neither.
      const order = entryPoint.endsWith('.css') ? ['types', '@latchkey/source'] : ['@latchkey/source', 'types']
      expect(Object.keys(conditions)).toEqual([...order, 'default'])
    },
  )

  it.each(all.filter(({ manifest }) => manifest.exports))(
    '$manifest.name declares its side effects',
    ({ manifest }) => {
      const effects = manifest.sideEffects
      expect(effects === false || (Array.isArray(effects) && effects.every((file) => file.endsWith('.css')))).toBe(true)
    },
  )

  it.each(entryPoints.filter(({ entryPoint }) => !/package\.json$|\.css$/.test(entryPoint)))(
    '$name $entryPoint: a test pins the names it offers',
    ({ folder, name, entryPoint, to }) => {
      if (all.find(({ manifest }) => manifest.name === name)?.manifest.private) return
      const pins = sourceFiles(join(folder, 'src'), 'test').filter((file) =>
        /entryPoints(\.node)?\.test\.tsx?$/.test(file),
      )
      const pinned = pins.flatMap((file) =>
        importsOf(readSource(join(folder, 'src'), file)).map(({ specifier }) => specifier),
      )
      // By the name a stranger uses, or by the file beside it.
      const beside = `./${basename(typeof to === 'string' ? to : (to['@latchkey/source'] ?? '')).replace(/\.tsx?$/, '.js')}`
      expect(pinned.some((specifier) => [`${name}${entryPoint.slice(1)}`, beside].includes(specifier))).toBe(true)
    },
  )

  it('cannot be bypassed: an exports map refuses what it does not name', async () => {
    const inside = '@latchkey/protocol/src/caip.js'
    const { execFileSync } = await import('node:child_process')
    const script = `import('${inside}').then(() => console.log('open'), (error) => console.log(error.code))`
    const answer = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: 'packages/core',
      encoding: 'utf8',
    })
    expect(answer.trim()).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })
})
