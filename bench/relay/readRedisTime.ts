import { connect } from 'node:net'

/**
 * Asks a Redis how much processor time it has had.
 *
 * @param url - The `redis://` URL.
 * @returns Microseconds.
 */
export async function readRedisTime(url: string): Promise<number> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port || 6379), hostname)
  socket.write('INFO cpu\r\nQUIT\r\n')
  let text = ''
  for await (const part of socket) text += part
  const secondsOf = (name: string) => Number(new RegExp(`${name}:([\\d.]+)`).exec(text)?.[1])
  return (secondsOf('used_cpu_sys') + secondsOf('used_cpu_user')) * 1_000_000
}
