// Some registries do not carry the newest platform-specific optional packages, so npm leaves them out of the lock and
// `npm ci` then refuses the lock on every machine. This adds an entry (without an integrity hash) for each one missing.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? 'package-lock.json'
const checkOnly = process.argv.includes('--check')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const packages = lock.packages

const osNames = {
  darwin: 'darwin',
  win32: 'win32',
  linux: 'linux',
  android: 'android',
  freebsd: 'freebsd',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  sunos: 'sunos',
  aix: 'aix',
  openharmony: 'openharmony',
}
const cpuPatterns = [
  [/arm64|aarch64/, 'arm64'],
  [/amd64|x64|x86_64/, 'x64'],
  [/ia32|i686/, 'ia32'],
  [/arm/, 'arm'],
  [/ppc64/, 'ppc64'],
  [/riscv64/, 'riscv64'],
  [/s390x/, 's390x'],
  [/loong64/, 'loong64'],
  [/mips64el/, 'mips64el'],
  [/wasm32/, 'wasm32'],
]

function platformOf(name) {
  const os = Object.keys(osNames).find((key) => name.includes(key))
  const cpu = cpuPatterns.find(([pattern]) => pattern.test(name))?.[1]
  const libc = /musl/.test(name) ? ['musl'] : /gnu/.test(name) && os === 'linux' ? ['glibc'] : undefined
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(os ? { os: [osNames[os]] } : {}), ...(libc ? { libc } : {}) }
}

function isLocked(from, name, version) {
  for (let at = from; ; ) {
    if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]?.version === version) return true
    if (!at) return false
    at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : ''
  }
}

let added = 0
for (const [path, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!/^\d/.test(version) || isLocked(path, name, version)) continue
    const top = `node_modules/${name}`
    packages[packages[top] ? `${path}/node_modules/${name}` : top] = {
      version,
      ...platformOf(name),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
    }
    added++
  }
}

if (checkOnly) {
  if (added)
    console.error(`${added} optional platform packages are missing from ${file}: run node tools/complete-lock.mjs`)
  process.exit(added ? 1 : 0)
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`added ${added} entries to ${file}`)
