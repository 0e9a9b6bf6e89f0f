import { expect, it } from 'vitest'
import { createGate } from './createGate.js'

it('holds the calls of other tabs while one replaces the token, by the browser’s own locks', async () => {
  const name = `gate-${Date.now()}`
  const [one, other] = [createGate(name, navigator.locks), createGate(name, navigator.locks)]
  const order: string[] = []
  let finish = () => {}
  const running = new Promise<void>((begin) => {
    void one.alone(async () => {
      begin()
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      order.push('alone')
    })
  })
  await running
  const late = other.together(async () => {
    order.push('together')
  })
  await expect.poll(async () => (await navigator.locks.query()).pending?.map(({ name }) => name)).toContain(name)
  expect(order).toEqual([])
  finish()
  await late
  expect(order).toEqual(['alone', 'together'])
})
