import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Keeps new connections from an HTTP server, so that somebody else may look at them first.
 *
 * @param server - A server that listens or will; its limits hold for the connections that are brought to it.
 * @returns A function that brings it a connection after all.
 */
export function takeConnections(server: Server): (socket: Socket) => void {
  const takers = server.listeners('connection')
  server.removeAllListeners('connection')
  return (socket) => {
    for (const take of takers) take.call(server, socket)
  }
}
