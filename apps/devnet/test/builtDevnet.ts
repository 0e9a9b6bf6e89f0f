import { builtProgram } from '../../server/test/builtProgram.js'

/** What `npm start` runs, as one file. */
export function builtDevnet(): Promise<string> {
  return builtProgram({
    name: 'latchkey-devnet',
    entry: 'apps/devnet/src/main.ts',
    rooms: ['apps/devnet', 'apps/server'],
    // They have native parts, or look for files of their own.
    external: ['litesvm', 'bcoin', 'esbuild', 'vite'],
  })
}
