// The last step of a build: joins the modules that every page loads, and those that its modal opens with, into one file each.
// Bundlers place a module by which lazy views share it. With two hundred of those, a page began with two dozen small files.
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { build } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const packages = ['protocol', 'core', 'connectors', 'react'].map((name) => join(root, 'packages', name, 'dist'))

/** The smallest page with a button. */
const page = `
import { injected } from '@latchkey/connectors/injected'
import { ConnectButton, createConfig, LatchkeyProvider, mainnet, useConnection } from '@latchkey/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
const config = createConfig({ chains: [mainnet], connectors: [injected()] })
const App = () => createElement('p', null, useConnection().address, createElement(ConnectButton))
createRoot(document.body).render(createElement(LatchkeyProvider, { config }, createElement(App)))
`

/** In the first line of a module whose code is in a joined file. */
const mark = '// Joined with others of its package.'
/** What the compiler wrote for a joined module: it writes again only what has changed. */
const asCompiled = '.compiled'

/**
 * Puts joined modules back as the compiler wrote them.
 *
 * @param {readonly string[]} files - The files of a `dist`, as absolute paths.
 */
export function partModules(files) {
  for (const file of files.filter((file) => file.endsWith(asCompiled))) {
    const module = file.slice(0, -asCompiled.length)
    // The compiler may have written a newer one since.
    if (!existsSync(module) || readFileSync(module, 'utf8').startsWith(mark)) writeFileSync(module, readFileSync(file))
    rmSync(file)
  }
}

/** Joins modules of the packages, which have just been compiled. */
export async function joinModules() {
  const joined = []
  const groups = await findShared()
  for (const dist of packages) {
    const done = []
    for (const [name, modules] of Object.entries(groups)) {
      const own = modules.filter((file) => file.startsWith(join(dist, '/'))).sort()
      const files = await joinGroup(join(dist, `${name}.joined.js`), own, done)
      done.push(...files.map(({ file }) => file))
      joined.push(...files)
    }
  }
  // Each group is read as it was compiled, so nothing is written before.
  write(joined)
}

/**
 * Writes files, and keeps beside them what the compiler had written there.
 *
 * @param {readonly { file: string, text: string }[]} joined - What `joinGroup` gives.
 */
export function write(joined) {
  for (const { file, text } of joined) {
    for (const path of [file, `${file}.map`].filter((path) => existsSync(path)))
      renameSync(path, `${path}${asCompiled}`)
    writeFileSync(file, text)
  }
}

/** The modules of the packages that a page loads at first (`base`), and those that its modal opens with beside them (`modal`). */
async function findShared() {
  const id = 'virtual:page'
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, rolldownOptions: { input: id } },
    plugins: [
      {
        name: 'page',
        resolveId: (asked) => (asked === id ? join(root, 'page.js') : undefined),
        load: (path) => (path === join(root, 'page.js') ? page : undefined),
      },
    ],
  })
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]))
  const loadedBy = (isStart) => {
    const names = new Set([...chunks.values()].filter(isStart).map(({ fileName }) => fileName))
    if (names.size === 0) throw new Error('The page has no file of that kind to join')
    for (const name of names) for (const needed of chunks.get(name).imports) names.add(needed)
    return [...names].flatMap((name) =>
      Object.entries(chunks.get(name).modules)
        .filter(([path, { renderedLength }]) => renderedLength > 0 && existsSync(path))
        .map(([path]) => realpathSync(path)),
    )
  }
  const base = loadedBy(({ isEntry }) => isEntry)
  const modal = loadedBy(({ facadeModuleId }) => facadeModuleId?.endsWith('/react/dist/modal/Modal.js'))
  return { base, modal: modal.filter((path) => !base.includes(path)) }
}

/**
 * Joins modules into one file; each of them then exports from there what it did before.
 *
 * @param {string} target - The file they are joined into, in a folder above all of them.
 * @param {readonly string[]} modules - The modules, as absolute paths. One that does something when it is loaded stays as it is,
 *   and so does each that imports one that is not joined: that could import the joined file, and would be evaluated before it.
 * @param {readonly string[]} [done] - Modules that are in another joined file already.
 * @returns {Promise<{ file: string, text: string }[]>} The files to write; none where there are not two modules to join.
 */
export async function joinGroup(target, modules, done = []) {
  const named = await closed(modules, done)
  if (named.length < 2) return []
  const files = named.map(({ file }) => file)
  const folder = dirname(target)
  const from = (file, to) => {
    const path = relative(dirname(file), to).replaceAll('\\', '/')
    return path.startsWith('.') ? path : `./${path}`
  }
  const unique = (file, name) => `${relative(folder, file).replace(/\.js$/, '').replace(/\W/g, '_')}_${name}`
  const list = (names, entry) => names.map(entry).join(', ')
  const { outputFiles } = await bundle({
    stdin: {
      contents: named
        .map(
          ({ file, names }) =>
            `export { ${list(names, (name) => `${name} as ${unique(file, name)}`)} } from '${from(target, file)}'`,
        )
        .join('\n'),
      resolveDir: folder,
    },
    outfile: target,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    sourcemap: 'linked',
    sourcesContent: false,
    write: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'joined',
        setup({ onResolve }) {
          onResolve({ filter: /./ }, ({ path, resolveDir }) => {
            const file = resolve(resolveDir, path)
            if (!path.startsWith('.')) return { path, external: true }
            return files.includes(file) ? { path: file } : { path: from(target, file), external: true }
          })
        },
      },
    ],
  })
  const directive = files.some(isForClients) ? "'use client'\n" : ''
  const written = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text
  return [
    { file: target, text: directive + written('.js') },
    { file: `${target}.map`, text: written('.map') },
    ...named.map(({ file, names }) => ({
      file,
      text: `${mark}\n${isForClients(file) ? "'use client'\n" : ''}export { ${list(names, (name) => `${unique(file, name)} as ${name}`)} } from '${from(file, target)}'\n`,
    })),
  ]
}

/** Whether a module does nothing until something that it exports is used: joined, one that does more would be kept by all others. */
async function isPure(file) {
  const { outputFiles } = await bundle({
    stdin: { contents: `import ${JSON.stringify(file)}`, resolveDir: dirname(file) },
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    plugins: [
      {
        name: 'alone',
        setup({ onResolve }) {
          onResolve({ filter: /./ }, ({ path }) =>
            path === file ? { path, sideEffects: true } : { path, external: true, sideEffects: false },
          )
        },
      },
    ],
  })
  return outputFiles[0].text.trim() === ''
}

/** Those of the modules that can be joined, with what each exports. */
async function closed(modules, done) {
  const known = await Promise.all(
    modules.map(async (file) => ({ file, isPure: await isPure(file), ...(await facts(file)) })),
  )
  let files = known.filter(({ isPure }) => isPure)
  for (let before = -1; before !== files.length; ) {
    before = files.length
    const joined = new Set([...done, ...files.map(({ file }) => file)])
    files = files.filter(({ needed }) => needed.every((file) => joined.has(file)))
  }
  return files
}

/** What a module exports, and which others of its package it imports at once. */
async function facts(file) {
  const { metafile } = await bundle({
    entryPoints: [file],
    bundle: true,
    format: 'esm',
    outfile: 'out.js',
    metafile: true,
    write: false,
    plugins: [
      {
        name: 'alone',
        setup({ onResolve }) {
          onResolve({ filter: /./ }, ({ kind, path }) =>
            kind === 'entry-point' ? undefined : { path, external: true, sideEffects: true },
          )
        },
      },
    ],
  })
  const { exports, imports } = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint)
  return {
    names: exports,
    needed: imports
      .filter(({ kind, path }) => kind === 'import-statement' && path.startsWith('.'))
      .map(({ path }) => resolve(dirname(file), path)),
  }
}

function isForClients(file) {
  return /^["']use client["']/m.test(readFileSync(file, 'utf8').slice(0, 200))
}
