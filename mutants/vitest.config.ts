import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { inNode, overDatabase } from '../vitest.config.js'
import { shards } from './shards.mjs'

// One project alone: the others of the repository would start a browser for each run of a mutant.
const tests = shards[process.env.LATCHKEY_SHARD ?? '']?.tests ?? []
const { test, ...rest } = inNode('shard', '.', { include: [...tests], setupFiles: overDatabase })

const scratch = fileURLToPath(new URL('../apps/server/test/openScratch.ts', import.meta.url))
const overPostgres: Plugin = {
  name: 'over-postgres',
  enforce: 'pre',
  resolveId: (id, from) =>
    process.env.LATCHKEY_MUTATE_POSTGRES && from !== scratch && id.endsWith('/platform/db/openPglite.js')
      ? scratch
      : null,
}

export default defineConfig({ ...rest, plugins: [overPostgres], test: { ...test } })
