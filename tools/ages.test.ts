import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { ageProblems, framePackages } from './ages.mjs'

const run = promisify(execFile)
const hour = 3_600_000
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

it('[SEC-U-02] every package in the wallet’s pages had been out for a week when it was taken', () => {
  const names = framePackages(read('package-lock.json').packages)
  expect(names.map((name) => name.replace(/@[^@]+$/, ''))).toEqual(
    expect.arrayContaining(['@noble/curves', '@scure/btc-signer', 'micro-packed', 'preact', 'zod']),
  )
  expect(ageProblems(names, read('tools/ages.json'))).toEqual([])
})

it('[SEC-U-02] a version that came out within a week is not taken, at any depth', async () => {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-ages-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  let young = 7 * 24 * hour - hour
  const registry = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? '').slice(1)
    const released = new Date(Date.now() - (name === 'inner' ? young : 30 * 24 * hour)).toISOString()
    const manifest = { name, version: '1.0.0', dist: { tarball: `http://localhost/${name}.tgz` } }
    const versions = { '1.0.0': manifest }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions, time: { '1.0.0': released } }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void registry.close())
  await new Promise((resolve) => registry.once('listening', resolve))
  const npm = {
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
    npm_config_cache: join(root, 'cache'),
  }
  const packages = {
    'apps/frame': { dependencies: { outer: '1.0.0' }, devDependencies: { 'only-here': '1.0.0' } },
    'node_modules/outer': { version: '1.0.0', dependencies: { inner: '1.0.0' } },
    'node_modules/inner': { version: '1.0.0' },
    'node_modules/only-here': { version: '1.0.0' },
  }
  mkdirSync(join(root, 'tools'))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  const check = (...words: string[]) =>
    run(process.execPath, ['tools/ages.mjs', root, ...words], { env: { ...process.env, ...npm } }).then(
      () => '',
      (error: { stderr: string }) => error.stderr.trim(),
    )
  expect(await check('--write')).toBe('inner@1.0.0 was taken 6.9 days after it came out; 7 are needed')
  expect(await check()).toMatch(/^inner@1\.0\.0 has no days .*\nouter@1\.0\.0 has no days/s)
  young += 2 * hour
  expect(await check('--write')).toBe('')
  expect(await check()).toBe('')
  expect(Object.keys(read(join(root, 'tools', 'ages.json')))).toEqual(['inner@1.0.0', 'outer@1.0.0'])
})
