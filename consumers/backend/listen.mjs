// A server of Node for an app that answers Web requests, with the files of `dist` beside it.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const types = { '/': 'text/html', '/main.js': 'text/javascript', '/main.css': 'text/css' }

export function listen(origin, answer) {
  createServer(async (incoming, outgoing) => {
    try {
      const { method, url, headers } = incoming
      const hasBody = !['GET', 'HEAD'].includes(method)
      const request = new Request(new URL(url, origin), {
        method,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        ...(hasBody ? { body: incoming, duplex: 'half' } : {}),
      })
      const response = (await answer(request)) ?? (await file(new URL(url, origin).pathname))
      const cookies = response.headers.getSetCookie()
      const entries = Object.fromEntries(response.headers)
      outgoing.writeHead(response.status, cookies.length > 0 ? { ...entries, 'set-cookie': cookies } : entries)
      outgoing.end(Buffer.from(await response.arrayBuffer()))
    } catch (error) {
      console.error(error)
      outgoing.writeHead(500).end()
    }
  }).listen(Number(new URL(origin).port), new URL(origin).hostname, () => console.log(origin))
}

async function file(path) {
  if (!(path in types)) return new Response('Not found', { status: 404 })
  const name = path === '/' ? '/index.html' : `/dist${path}`
  return new Response(await readFile(new URL(`.${name}`, import.meta.url)), {
    headers: { 'content-type': types[path] },
  })
}
