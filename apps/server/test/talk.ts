import { connect } from 'node:net'

/**
 * Sends pieces of bytes over one connection, each in a packet of its own, and gives all that came back once the other side
 * hangs up or `quiet` milliseconds passed without a word. Where a number of answers is due, silence counts once they are here.
 */
export function talk(port: number, pieces: readonly Buffer[], quiet = 300, due = 0): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let text = ''
    let timer: NodeJS.Timeout | undefined
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(text)
    }
    const listen = () => {
      clearTimeout(timer)
      const isWhole = (text.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0) >= due
      timer = setTimeout(finish, isWhole ? quiet : 15_000)
    }
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
      listen()
    })
    socket.on('error', () => undefined)
    socket.on('close', finish)
    socket.on('end', finish)
    socket.on('connect', async () => {
      for (const [at, piece] of pieces.entries()) {
        if (at > 0) await new Promise((next) => setTimeout(next, 1))
        if (socket.writable) socket.write(piece)
      }
      listen()
    })
  })
}
