import { expect } from 'vitest'
import { stepTimeout } from './stepTimeout.js'

/** Expects something that a page takes its time for. */
export function eventually<value>(read: () => value | Promise<value>) {
  return expect.poll(read, { timeout: stepTimeout, interval: 50 })
}
