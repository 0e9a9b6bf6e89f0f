import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

type Manifest = { [kind: string]: { [name: string]: string } | undefined }
type Locked = {
  optional?: boolean
  os?: string[]
  link?: boolean
  inBundle?: boolean
  integrity?: string
  resolved?: string
  version?: string
}

const exact = /^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/
const isShared = (name: string) => /^@(noble|scure)\//.test(name)
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const lock = read('package-lock.json').packages as { [path: string]: Locked }
const manifests = [
  '.',
  ...['packages', 'apps'].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))),
]
  .map((folder) => join(folder, 'package.json'))
  .filter((path) => existsSync(path))

describe('dependencies', () => {
  it('[SEC-U-01] have a SHA-512 each in the lock, but for builds of the local chains for other machines, and no host', () => {
    const packages = Object.entries(lock).filter(
      ([path, { inBundle, link }]) => path.includes('node_modules/') && !link && !inBundle,
    )
    expect(packages.length).toBeGreaterThan(300)
    // See tools/complete-lock.mjs: a registry that lacks them has no hash of them either.
    const unknown = packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    const others = ([path, { optional, os }]: [string, Locked]) =>
      optional === true && os !== undefined && /^node_modules\/(@foundry-rs\/anvil|litesvm)-[\w-]+$/.test(path)
    expect(unknown.filter((each) => !others(each)).map(([path]) => path)).toEqual([])
    expect(packages.filter(([, { resolved }]) => /^\w+:\/\//.test(resolved ?? '')).map(([path]) => path)).toEqual([])
  })

  it('are named by exact versions, but for cryptography that apps share with us: by caret, and exact in the lock', () => {
    expect(manifests.length).toBeGreaterThan(6)
    const loose = manifests.flatMap((path) => {
      const manifest = read(path) as Manifest
      return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
        Object.entries(manifest[kind] ?? {})
          .filter(([name, version]) => !exact.test(isShared(name) ? version.replace(/^\^/, '') : version))
          .map(([name, version]) => `${path}: ${name} ${version}`),
      )
    })
    expect(loose).toEqual([])
  })

  it('[SEC-U-03] run no script when they are installed', () => {
    const root = mkdtempSync(join(tmpdir(), 'latchkey-install-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    const ran = join(root, 'ran')
    const install = (folder: string, npmrc: string) => {
      mkdirSync(join(folder, 'planted'), { recursive: true })
      const scripts = { postinstall: `node -e "require('fs').writeFileSync('${ran}','')"` }
      writeFileSync(
        join(folder, 'planted', 'package.json'),
        JSON.stringify({ name: 'planted', version: '1.0.0', scripts }),
      )
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { planted: 'file:planted' } }))
      writeFileSync(join(folder, '.npmrc'), npmrc)
      // What this machine sets must not stand in for what the project says.
      const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
      const env = {
        ...Object.fromEntries(own),
        npm_config_userconfig: join(root, 'none'),
        npm_config_globalconfig: join(root, 'none either'),
      }
      execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--install-links'], {
        cwd: folder,
        env,
        stdio: 'pipe',
      })
      expect(existsSync(join(folder, 'node_modules', 'planted'))).toBe(true)
    }
    install(join(root, 'ours'), readFileSync('.npmrc', 'utf8'))
    expect(existsSync(ran)).toBe(false)
    install(join(root, 'theirs'), 'ignore-scripts=false\n')
    expect(existsSync(ran)).toBe(true)
  })

  it('[SEC-U-07] of the wallet’s pages are twelve at most', () => {
    const { dependencies } = read('apps/frame/package.json') as Manifest
    const names = Object.keys(dependencies ?? {}).filter((name) => !name.startsWith('@latchkey/'))
    expect(names.length).toBeGreaterThan(0)
    expect(names.length).toBeLessThanOrEqual(12)
  })
})
