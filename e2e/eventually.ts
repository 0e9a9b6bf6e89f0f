import { expect } from 'vitest'

/** Expects something that a page takes its time for. */
export function eventually<value>(read: () => value | Promise<value>) {
  return expect.poll(read, { timeout: 10_000, interval: 50 })
}
