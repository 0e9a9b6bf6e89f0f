// biome-ignore-all lint/correctness/noUndeclaredDependencies: a tool of the repository, whose devDependencies it uses
import { preview } from 'vite'

/**
 * Serves a folder of built files on a free port.
 *
 * @param {string} folder - What to serve.
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serve(folder) {
  const options = { port: 0, host: '127.0.0.1' }
  const server = await preview({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { outDir: '.' },
    preview: options,
  })
  return { url: server.resolvedUrls.local[0], close: () => server.close() }
}
