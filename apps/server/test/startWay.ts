import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a service over which connections can be lost. */
export type Way = {
  /** The URL of the service by this way. */
  url: string
  /** Ends each connection that says this, where it is not empty. */
  word: string
  /** Whether the word itself is passed on before that, and only what answers it is lost. */
  isHeard: boolean
  /** Whether new connections are ended at once. */
  isShut: boolean
  /** Passes nothing on any more over the connections there are, and does not end them, as a machine that is gone. */
  silence(): void
  stop(): void
}

/** Starts a way to the service at a URL. */
export async function startWay(url: string): Promise<Way> {
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  const server = createServer((socket) => {
    if (way.isShut) {
      socket.destroy()
      return
    }
    const { hostname, port } = new URL(url)
    const onward = connect(Number(port), hostname)
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        if (!silent.has(from)) to.destroy()
      })
      from.on('data', (chunk) => {
        if (silent.has(from)) return
        const isWord = from === socket && way.word !== '' && chunk.includes(way.word)
        if (!isWord || way.isHeard) to.write(chunk)
        if (!isWord) return
        // The service goes on with what it has heard.
        if (way.isHeard) silent.add(onward).add(socket)
        socket.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = new URL(url)
  address.port = String((server.address() as AddressInfo).port)
  const way: Way = {
    url: address.href,
    word: '',
    isHeard: false,
    isShut: false,
    silence() {
      for (const socket of sockets) silent.add(socket)
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
  return way
}
