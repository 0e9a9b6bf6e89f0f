import { describe, expect, it } from 'vitest'
import { checkLicences, isAllowed, isRefused } from './licences.mjs'
import { foreignEntries } from './lock.mjs'

const lock = (more: object = {}) => ({
  '': { dependencies: {} },
  'packages/core': { dependencies: { a: '1' }, devDependencies: { gpl: '1' } },
  'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '1' } },
  'node_modules/b': { version: '1.0.0', license: 'ISC' },
  'node_modules/a/node_modules/b': { version: '2.0.0', license: 'BSD-3-Clause' },
  'node_modules/gpl': { version: '1.0.0', license: 'GPL-3.0' },
  ...more,
})
const problems = (packages: object) => checkLicences(packages as never, () => undefined).problems

describe('licences', () => {
  it('reads what is shipped from the inside out and leaves development alone', () => {
    const { problems, rows } = checkLicences(lock() as never, () => undefined)
    expect(problems).toEqual([])
    expect(rows.map(({ name, version }) => `${name}@${version}`)).toEqual(['a@1.0.0', 'b@2.0.0'])
  })

  it('counts what is installed where it can be', () => {
    const packages = lock({ 'apps/server': { optionalDependencies: { gpl: '1' } } })
    expect(problems(packages)).toEqual(["gpl@1.0.0 is shipped under 'GPL-3.0'"])
  })

  it('[SEC-U-08] refuses a licence that MIT cannot live with, at any depth, and none at all', () => {
    expect(problems(lock({ 'node_modules/a/node_modules/b': { version: '2.0.0', license: 'LGPL-3.0' } }))).toEqual([
      "b@2.0.0 is shipped under 'LGPL-3.0'",
    ])
    expect(problems(lock({ 'node_modules/a/node_modules/b': { version: '2.0.0' } }))).toHaveLength(1)
  })

  it('reads expressions', () => {
    expect(['MIT', '(MIT OR GPL-3.0)', 'Apache-2.0 AND MIT'].map(isAllowed)).toEqual([true, true, true])
    expect(['GPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN LICENSE.md', ''].map(isAllowed)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  it('refuses some packages in any place', () => {
    expect(isRefused('@reown/appkit', '1.0.0')).toBe(true)
    expect(isRefused('@reown/walletkit', '1.2.11')).toBe(true)
    expect(isRefused('@reown/walletkit', '2.0.0')).toBe(true)
    expect(isRefused('@reown/walletkit', '1.2.10')).toBe(false)
    expect(isRefused('@walletconnect/sign-client', '2.21.9')).toBe(true)
    expect(isRefused('@walletconnect/sign-client', '2.21.8')).toBe(false)
    expect(
      problems(lock({ 'node_modules/@walletconnect/core': { version: '2.22.0', license: 'MIT', dev: true } })),
    ).toEqual(['@walletconnect/core@2.22.0 may not be used at all'])
  })

  it('sees a lock that is bound to one host', () => {
    const bound = {
      'node_modules/a': { resolved: 'https://example.test/a.tgz' },
      'packages/core': { resolved: 'packages/core' },
    }
    expect(foreignEntries(bound)).toEqual(['node_modules/a is bound to example.test'])
  })
})
