import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

/** One frame on its way. */
export type Passing = { text: string; from: 'client' | 'relay' }

/** What is passed on for a frame: nothing, the frame, more than one, another, each after some milliseconds. */
export type Faults = (passing: Passing) => readonly { text: string; after?: number }[]

/** A proxy before a relay that spoils what passes. */
export type FaultProxy = {
  url: string
  /** Changes what it does, and where the relay is. */
  set(faults: Faults, target?: string): void
  close(): Promise<void>
}

/** Passes everything on as it is. */
export const noFaults: Faults = ({ text }) => [{ text }]

/** Starts a proxy; a relay that is away or goes away ends the sockets before it, as a load balancer would. */
export async function startFaultProxy(options: { target: string; faults?: Faults }): Promise<FaultProxy> {
  let { target, faults = noFaults } = options
  const sockets = new WebSocketServer({ noServer: true })
  const server = createServer()
  const pass = (passing: Passing, to: WebSocket) => {
    for (const { text, after = 0 } of faults(passing)) {
      const send = () => to.readyState === to.OPEN && to.send(text)
      if (after > 0) setTimeout(send, after).unref()
      else send()
    }
  }
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (client) => {
      const relay = new WebSocket(`${target}${request.url}`, { headers: { host: request.headers.host ?? '' } })
      const early: string[] = []
      client.on('error', () => undefined)
      relay.on('error', () => client.terminate())
      relay.on('open', () => {
        for (const text of early) pass({ text, from: 'client' }, relay)
      })
      client.on('message', (data) => {
        if (relay.readyState === relay.CONNECTING) early.push(String(data))
        else pass({ text: String(data), from: 'client' }, relay)
      })
      relay.on('message', (data) => pass({ text: String(data), from: 'relay' }, client))
      relay.on('ping', () => client.readyState === client.OPEN && client.ping())
      client.on('close', () => relay.terminate())
      relay.on('close', (code, reason) => {
        if (code === 1006 || code === 1005) client.terminate()
        else client.close(code, reason)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next, to = target) {
      faults = next
      target = to
    },
    async close() {
      for (const client of sockets.clients) client.terminate()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
