import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot, importsOf, packageOf, readSource, sourceFiles } from './imports.js'

type Manifest = {
  name: string
  private?: boolean
  sideEffects?: boolean | readonly string[]
  exports?: { readonly [entryPoint: string]: string | { readonly [condition: string]: string } }
  dependencies?: { readonly [name: string]: string }
  devDependencies?: { readonly [name: string]: string }
  peerDependencies?: { readonly [name: string]: string }
}

/** A workspace package: its folder from the root and its package.json. */
export type Package = { folder: string; manifest: Manifest }

/** Which of our packages a package may import; everything else is refused. */
export const allowedImports: { readonly [name: string]: readonly string[] } = {
  '@latchkey/protocol': [],
  '@latchkey/core': ['@latchkey/protocol'],
  '@latchkey/bitcoin': ['@latchkey/core', '@latchkey/protocol'],
  '@latchkey/polkadot': ['@latchkey/core', '@latchkey/protocol'],
  '@latchkey/cosmos': ['@latchkey/core', '@latchkey/protocol'],
  '@latchkey/solana': ['@latchkey/core', '@latchkey/protocol'],
  '@latchkey/connectors': ['@latchkey/core', '@latchkey/protocol'],
  '@latchkey/react': ['@latchkey/core', '@latchkey/protocol'],
  '@latchkey/frame': ['@latchkey/protocol'],
  '@latchkey/server': [
    '@latchkey/protocol',
    '@latchkey/core',
    '@latchkey/bitcoin',
    '@latchkey/polkadot',
    '@latchkey/cosmos',
    '@latchkey/solana',
  ],
  '@latchkey/devnet': ['@latchkey/server', '@latchkey/protocol', '@latchkey/core'],
  '@latchkey/web': [
    '@latchkey/react',
    '@latchkey/connectors',
    '@latchkey/bitcoin',
    '@latchkey/polkadot',
    '@latchkey/cosmos',
    '@latchkey/solana',
    '@latchkey/core',
    '@latchkey/protocol',
  ],
}

/** Reads every package under packages/ and apps/. */
export function packages(root = '.'): Package[] {
  return ['packages', 'apps'].flatMap((parent) =>
    existsSync(join(root, parent))
      ? readdirSync(join(root, parent))
          .filter((name) => existsSync(join(root, parent, name, 'package.json')))
          .map((name) => ({ folder: join(root, parent, name), manifest: readManifest(join(root, parent, name)) }))
      : [],
  )
}

/**
 * Finds what a package.json names of ours that `allowedImports` does not allow: `dependencies` and `peerDependencies`, and
 * `devDependencies`, where tests may also use devnet, connectors and the families.
 */
export function forbiddenDependencies({ manifest }: Package): string[] {
  const allowed = allowedImports[manifest.name]
  if (allowed === undefined) return [`${manifest.name} is not in the table of packages`]
  const own = (names: object = {}) => Object.keys(names).filter((name) => name.startsWith('@latchkey/'))
  const shipped = [...own(manifest.dependencies), ...own(manifest.peerDependencies)].filter(
    (name) => !allowed.includes(name),
  )
  const tested = own(manifest.devDependencies).filter(
    (name) =>
      ![
        ...allowed,
        '@latchkey/devnet',
        '@latchkey/connectors',
        '@latchkey/polkadot',
        '@latchkey/bitcoin',
        '@latchkey/cosmos',
        '@latchkey/solana',
      ].includes(name),
  )
  return [
    ...shipped.map((name) => `${manifest.name} may not import ${name}`),
    ...tested.map((name) => `the tests of ${manifest.name} may not import ${name}`),
  ]
}

/** Finds imports of tests that neither the package's `package.json` nor the root's names. */
export function undeclaredTestImports({ folder, manifest }: Package, shared: readonly string[]): string[] {
  const src = join(folder, 'src')
  const known = new Set([
    manifest.name,
    ...shared,
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.devDependencies ?? {}),
    ...Object.keys(manifest.peerDependencies ?? {}),
  ])
  if (!existsSync(src)) return []
  return sourceFiles(src, 'test').flatMap((file) =>
    importsOf(readSource(src, file)).flatMap(({ specifier, line }) => {
      const name = packageOf(specifier)
      return name === undefined || known.has(name) || isBuiltIn(name)
        ? []
        : [`${fromRoot(join(src, file))}:${line} imports ${name}, which no package.json declares`]
    }),
  )
}

function isBuiltIn(name: string): boolean {
  return process.getBuiltinModule?.('node:module').isBuiltin(name) ?? false
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}
