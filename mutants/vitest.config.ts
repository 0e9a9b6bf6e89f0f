import { defineConfig } from 'vitest/config'
import { inNode, overDatabase } from '../vitest.config.js'
import { shards } from './shards.mjs'

// One project alone: the others of the repository would start a browser for each run of a mutant.
const tests = shards[process.env.LATCHKEY_SHARD ?? '']?.tests ?? []
const { test, ...rest } = inNode('shard', '.', { include: [...tests], setupFiles: overDatabase })

export default defineConfig({ ...rest, test: { ...test } })
