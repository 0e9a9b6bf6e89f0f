import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createHostLookup } from './createHostLookup.js'

/** The bytes that each kind of question is answered with, by the number of its kind; silence where there are none. */
async function startNameServer(answers: { readonly [kind: number]: readonly number[] } = {}) {
  const server = createSocket('udp4')
  let asked = 0
  server.on('message', (question, { port, address }) => {
    asked += 1
    const kind = question.readUInt16BE(question.indexOf(0, 12) + 1)
    const bytes = answers[kind]
    if (!bytes) return
    const reply = Buffer.from(question.subarray(0, question.indexOf(0, 12) + 5))
    reply.writeUInt16BE(0x8180, 2)
    for (const [at, count] of [1, 1, 0, 0].entries()) reply.writeUInt16BE(count, 4 + at * 2)
    const head = [0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 60, 0, bytes.length]
    server.send(Buffer.concat([reply, Buffer.from([...head, ...bytes])]), port, address)
  })
  await new Promise<void>((done) => server.bind(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return { servers: [`127.0.0.1:${(server.address() as AddressInfo).port}`], asked: () => asked }
}
const [a, aaaa] = [1, 28]

it('gives the addresses of both kinds', async () => {
  const { servers } = await startNameServer({ [a]: [93, 184, 215, 14], [aaaa]: [0x20, 1, ...Array(13).fill(0), 1] })
  expect(await createHostLookup({ servers })('pictures.example')).toEqual([
    { address: '93.184.215.14', family: 4 },
    { address: '2001::1', family: 6 },
  ])
})

it('gives those of one kind where nobody tells of the other', async () => {
  const { servers } = await startNameServer({ [a]: [93, 184, 215, 14] })
  const found = await createHostLookup({ servers, timeout: 100 })('pictures.example')
  expect(found).toEqual([{ address: '93.184.215.14', family: 4 }])
})

it('gives up on a name server that is silent, and has nobody else’s lookup wait meanwhile', async () => {
  const { servers, asked } = await startNameServer()
  const find = createHostLookup({ servers, timeout: 1_000 })
  let given = 0
  const ends = Array.from({ length: 64 }, (_, at) =>
    find(`host${at}.example`).then(
      () => 'found',
      () => {
        given += 1
        return 'none'
      },
    ),
  )
  await expect.poll(asked).toBeGreaterThan(64)
  expect(await lookup('localhost')).toMatchObject({ address: expect.any(String) })
  expect(given).toBe(0)
  expect(new Set(await Promise.all(ends))).toEqual(new Set(['none']))
})
