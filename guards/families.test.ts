import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSource } from './imports.js'

// What is no family among the packages.
const others = ['connectors', 'core', 'protocol', 'react']
const families = readdirSync('packages').filter((name) => !others.includes(name))

/** The files that must name each family: the compiler finds none that is missing there. */
const lists = [
  'tsconfig.json',
  'tsconfig.test.json',
  'vitest.config.ts',
  'biome.json',
  '.size-limit.mjs',
  '.changeset/config.json',
  'tools/build.mjs',
  'tools/pack.mjs',
  'tools/signatures.mjs',
  'tools/test.mjs',
  'consumers/pack.mjs',
  'consumers/installApp.mjs',
  'guards/packages.ts',
  'guards/packages.test.ts',
  'guards/docstrings.test.ts',
  'apps/devnet/src/chains/startFamilies.ts',
  'apps/devnet/src/phone/families/createPhoneFamilies.ts',
  'apps/devnet/src/world/siteBuild.ts',
  'apps/server/src/families/families.ts',
  'apps/server/src/siwx/createSiwx.ts',
  'apps/server/src/names/reservedLabels.ts',
  'apps/server/src/platform/chains/moreChains.ts',
  'apps/web/src/familyCode.ts',
  'apps/web/src/familyParts.ts',
  'e2e/app/main.ts',
  'e2e/setup.ts',
]

describe.each(families)('%s', (family) => {
  it.each(lists)('stands in %s', (file) => {
    expect(new RegExp(`\\b${family}\\b`, 'i').test(readSource('.', file))).toBe(true)
  })
})
