// Writes the logos of wallets that the server knows, each named by its wallet. Run after changing walletSources.mjs:
// node tools/walletPictures.mjs (it asks npm for the two packages; `--check` compares instead of writing).
// The packages are unpacked and read, never installed or run: one of them depends on a package under the AGPL.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { sanitiseSvg } from './sanitiseSvg.mjs'
import { packages, protocolMark, sources } from './walletSources.mjs'

/** Fetches a package by itself, without those it depends on, and unpacks it. */
function unpack({ name, version, integrity }, folder) {
  const packed = execFileSync('npm', ['pack', `${name}@${version}`, '--ignore-scripts', '--silent'], { cwd: folder })
  const file = join(folder, packed.toString().trim())
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
  if (found !== integrity) throw new Error(`${name}@${version} is not the package that is pinned here`)
  const target = mkdtempSync(join(folder, 'unpacked-'))
  execFileSync('tar', ['xzf', file, '-C', target])
  return join(target, 'package/dist')
}

/** The first picture among the texts of a module, which is read and not run. */
function pictureIn(code) {
  for (const { type, declarations = [] } of parseAst(code).body) {
    if (type !== 'VariableDeclaration') continue
    for (const { init } of declarations) {
      const text = init?.type === 'Literal' ? init.value : undefined
      if (typeof text !== 'string') continue
      if (text.startsWith('<svg')) return text
      const data = /^data:image\/svg\+xml,/.exec(text)
      if (data) return decodeURIComponent(text.slice(data[0].length))
    }
  }
  throw new Error('There is no SVG in it')
}

function fileOf({ from, path }, folder) {
  if (from === 'web3icons') return join(folder, 'svgs', `${path}.svg.js`)
  const own = join(folder, 'wallets/walletConnectors')
  const name = readdirSync(own).find((file) => file.startsWith(`${path}-`) && file.endsWith('.js'))
  if (!name) throw new Error(`${path} is not in the package`)
  return join(own, name)
}

function read(name, source, folders) {
  try {
    return sanitiseSvg(pictureIn(readFileSync(fileOf(source, folders[source.from]), 'utf8')), source.options)
  } catch (error) {
    throw new Error(`${name}: ${error.message}`, { cause: error })
  }
}

function walletPage(folders) {
  const rows = Object.entries(sources).map(([name, source]) => {
    const svg = read(name, source, folders)
    const sha256 = createHash('sha256').update(svg).digest('hex')
    return `  ${JSON.stringify(name)}: {\n    sha256: '${sha256}',\n    svg: '${svg}',\n  },\n`
  })
  return [
    '// Made by tools/walletPictures.mjs from web3icons and RainbowKit (MIT, see ../data/images/LICENSE).',
    '',
    '/** Logos of wallets by the name of the wallet, each with the hash of its text. The marks belong to their owners. */',
    'export const walletImages: { readonly [name: string]: { readonly sha256: string; readonly svg: string } } = {',
    `${rows.join('')}}`,
    '',
  ].join('\n')
}

function markPage(folders) {
  // It is paid for by every page that takes the connector: hundredths of a unit are a fortieth of a pixel.
  const svg = read('WalletConnect', protocolMark, folders)
    .replace(' width="64" height="64"', '')
    .replace(' fill="none"', '')
    .replace(/\d*\.\d{3,}/g, (number) => String(Math.round(Number(number) * 100) / 100).replace(/^0\./, '.'))
  const url = `data:image/svg+xml,${svg.replace(/[%#<>]/g, encodeURIComponent)}`
  return [
    '// Made by tools/walletPictures.mjs from web3icons (https://github.com/0xa3k5/web3icons), MIT, copyright 0xa3k5.',
    '',
    '/** The mark of WalletConnect, which belongs to its owner; a data URL, so that nothing is fetched for it. */',
    `export const icon =\n  '${url}'`,
    '',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = new URL('..', import.meta.url)
  const folder = mkdtempSync(join(tmpdir(), 'wallet-pictures-'))
  try {
    const folders = Object.fromEntries(Object.entries(packages).map(([key, one]) => [key, unpack(one, folder)]))
    const pages = {
      'apps/server/src/directory/walletImages.generated.ts': walletPage(folders),
      'packages/connectors/src/walletConnect/icon.generated.ts': markPage(folders),
    }
    for (const [path, text] of Object.entries(pages)) {
      const target = new URL(path, root)
      if (!process.argv.includes('--check')) writeFileSync(target, text)
      else if (readFileSync(target, 'utf8') !== text) throw new Error(`${path} is not what the packages hold`)
      console.log(`${path}: ${Math.round(text.length / 1024)} kB`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
