// What a package imports must be declared by itself: in a strict node_modules it finds nothing that another one asked for.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'

/**
 * Lists what the shipped code and types of a package import and would not find when each package sees only what it declares.
 *
 * @param {string} folder - The unpacked package.
 * @param {Record<string, object>} manifests - The `package.json` of each package whose entry points are checked too, by name.
 * @returns {Promise<string[]>} A line for each, with the file.
 */
export async function undeclaredImports(folder, manifests) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const declared = new Set([
    manifest.name,
    ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }),
  ])
  const files = readdirSync(folder, { recursive: true })
    .map((file) => String(file).replaceAll('\\', '/'))
    .filter((file) => file.startsWith('dist/'))
  const found = [
    ...(await codeImports(
      folder,
      files.filter((file) => file.endsWith('.js')),
    )),
    ...files.filter((file) => file.endsWith('.d.ts')).flatMap((file) => typeImports(folder, file)),
  ]
  const problems = found.flatMap(({ file, specifier }) => {
    const fault = faultOf(specifier, declared, manifests)
    return fault ? [`${manifest.name}/${file}: ${fault}`] : []
  })
  return [...new Set(problems)].sort()
}

function faultOf(specifier, declared, manifests) {
  if (specifier.startsWith('.')) return `${specifier} is not in the package`
  if (specifier.startsWith('node:')) return undefined
  const name = /^(@[^/]+\/)?[^/]+/.exec(specifier)[0]
  if (!declared.has(name)) return `${name} is not declared`
  const entryPoint = `.${specifier.slice(name.length)}`
  return name in manifests && !(entryPoint in manifests[name].exports) ? `${specifier} is no entry point` : undefined
}

/** What the code imports from elsewhere, and what it misses in the package itself. */
async function codeImports(folder, files) {
  const options = { bundle: true, splitting: true, format: 'esm', packages: 'external', outdir: 'unwritten' }
  const missing = []
  const collect = {
    name: 'collect',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, importer, resolveDir }) => {
        if (existsSync(join(resolveDir, path))) return undefined
        missing.push({ file: relative(folder, importer).replaceAll('\\', '/'), specifier: path })
        return { path, external: true }
      })
    },
  }
  const { metafile } = await build({
    ...options,
    absWorkingDir: folder,
    entryPoints: files,
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [collect],
  })
  const imports = Object.entries(metafile.inputs).flatMap(([file, { imports: all }]) =>
    all
      .filter(({ external, path }) => external && !path.startsWith('.'))
      .map(({ path }) => ({ file, specifier: path })),
  )
  return [...imports, ...missing]
}

const statement = /(?<!['"])\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]|<reference types="([^"]+)"/g

/** The same of a declaration, in which no string looks like an import. */
function typeImports(folder, file) {
  const text = readFileSync(join(folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return [...text.matchAll(statement)]
    .map(([, imported, referenced]) => imported ?? referenced)
    .filter((specifier) => !specifier.startsWith('.') || !existsSync(join(folder, file, '..', asTypes(specifier))))
    .map((specifier) => ({ file, specifier }))
}

function asTypes(path) {
  return path.replace(/\.js$/, '.d.ts')
}
