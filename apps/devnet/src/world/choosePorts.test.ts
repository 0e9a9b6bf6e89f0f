import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { services } from '../status.js'
import { choosePorts } from './choosePorts.js'

it('leaves a part that may have any port to ask for it when it listens', async () => {
  const wanted = Object.fromEntries(services.map((name) => [name, 0]))
  const lines: string[] = []
  expect(await choosePorts(wanted, (line) => lines.push(line))).toEqual(wanted)
  expect(lines).toEqual([])
})

it('gives the next free port for one that is taken, and says so', async () => {
  const server = createServer()
  const taken = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
  const lines: string[] = []
  const wanted = Object.fromEntries(services.map((name) => [name, 0]))
  const { inbox } = await choosePorts({ ...wanted, inbox: taken }, (line) => lines.push(line))
  await new Promise((resolve) => server.close(resolve))
  expect(inbox).not.toBe(taken)
  expect(lines).toEqual([`Port ${taken} is taken, inbox uses ${inbox}.`])
})
