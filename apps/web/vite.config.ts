import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), reportFirstLoad()],
  resolve: {
    // Workspace packages are read from their sources; strangers read dist.
    conditions: ['@latchkey/source', ...defaultClientConditions],
    dedupe: ['react', 'react-dom', '@tanstack/react-query'],
  },
  build: {
    modulePreload: { polyfill: false },
    // A strict Content-Security-Policy lets no data: stylesheet or script through; files are files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
})

/** Says after a build how much JavaScript stands between a visitor and the button. */
function reportFirstLoad(): Plugin {
  return {
    name: 'latchkey-first-load',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
      )
      const needed = new Set<string>()
      const need = (name: string) => {
        if (needed.has(name)) return
        needed.add(name)
        for (const next of chunks.get(name)?.imports ?? []) need(next)
      }
      for (const [name, chunk] of chunks) if (chunk.isEntry) need(name)
      const size = (name: string) => brotliCompressSync(chunks.get(name)?.code ?? '').length / 1000
      const first = [...needed].reduce((sum, name) => sum + size(name), 0)
      const lines = [...chunks.keys()].map(
        (name) => `  ${needed.has(name) ? '●' : '○'} ${size(name).toFixed(1).padStart(6)} kB  ${basename(name)}`,
      )
      this.info(`brotli, ● loaded before the button:\n${lines.join('\n')}`)
      this.info(`JavaScript to the button: ${first.toFixed(1)} kB brotli in ${needed.size} file(s)`)
    },
  }
}
