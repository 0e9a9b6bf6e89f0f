import WebSocket from 'ws'
import type { OpenSocket } from '../src/walletConnect/relaySocket.js'

/** A line to a relay where the platform has no WebSocket: Node before 22. */
export const nodeSocket: OpenSocket = (url, { opened, received, closed }) => {
  const socket = new WebSocket(url)
  socket.on('open', opened)
  socket.on('message', (data) => received(String(data)))
  socket.on('close', (code, reason) => closed(code, reason.toString()))
  // What went wrong is also said when it closes.
  socket.on('error', () => {})
  return { send: (text) => socket.send(text), close: () => socket.close() }
}
