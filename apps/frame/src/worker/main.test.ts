import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

it.each(['./main.ts', './exportMain.ts'])(
  'the worker %s holds noble, scure and our own words, and nothing else',
  async (entry) => {
    const { metafile } = await build({
      entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      conditions: ['@latchkey/source'],
    })
    const packages = Object.keys(metafile.inputs).map(
      (file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file.replace(/.*packages\/([^/]+)\/.*/, '$1'),
    )
    const strangers = packages.filter(
      (name) => !/^@(noble|scure)\/|^micro-packed$|^protocol$|^apps\/frame\//.test(name),
    )
    expect(strangers).toEqual([])
  },
)
