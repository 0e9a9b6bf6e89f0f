import { builtProgram } from './builtProgram.js'

/** The program of `latchkey-server` as one file. */
export function builtServer(): Promise<string> {
  return builtProgram({ name: 'latchkey-server', entry: 'apps/server/src/main.ts', rooms: ['apps/server'] })
}
