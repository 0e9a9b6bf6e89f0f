import { expect } from 'vitest'
import { patience } from './patience.js'

/** Expects something that a page takes its time for. */
export function eventually<value>(read: () => value | Promise<value>) {
  return expect.poll(read, { timeout: patience, interval: 50 })
}
