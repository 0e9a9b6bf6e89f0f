import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Takes new connections from an HTTP server, so that another handler can inspect them first.
 *
 * @param server - A server that listens or will; its limits hold for the connections that are brought to it.
 * @returns A function that passes a connection on to the server.
 */
export function takeConnections(server: Server): (socket: Socket) => void {
  const takers = server.listeners('connection')
  server.removeAllListeners('connection')
  return (socket) => {
    for (const take of takers) take.call(server, socket)
  }
}
