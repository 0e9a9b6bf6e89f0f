import type { BrowserContext, CDPSession, Frame, Page, WebSocket } from 'playwright-core'

/** Writes down every message that a window of this context gets or sends, in bytes too. */
export function overhear(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const heard: string[] = []
    Object.assign(self, { overheard: heard })
    const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const write = (_: string, value: unknown) =>
      ArrayBuffer.isView(value)
        ? `bytes:${hex(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))}`
        : value instanceof ArrayBuffer
          ? `bytes:${hex(new Uint8Array(value))}`
          : value
    const note = (data: unknown) => {
      try {
        heard.push(JSON.stringify(data, write) ?? '')
      } catch {
        heard.push(String(data))
      }
    }
    addEventListener('message', (event) => note(event.data))
    for (const kind of [MessagePort, Worker, BroadcastChannel]) {
      const target = kind.prototype as MessagePort
      const { postMessage: send, addEventListener: listen } = target
      target.postMessage = function (this: MessagePort, data: unknown, ...rest: unknown[]) {
        note(data)
        return Reflect.apply(send, this, [data, ...rest])
      }
      const hear = (port: MessagePort) =>
        Reflect.apply(listen, port, ['message', (event: Event) => note((event as MessageEvent).data)])
      target.addEventListener = function (this: MessagePort, ...args: Parameters<typeof listen>) {
        if (args[0] === 'message') hear(this)
        return Reflect.apply(listen, this, args)
      }
      const handler = Object.getOwnPropertyDescriptor(target, 'onmessage')
      Object.defineProperty(target, 'onmessage', {
        ...handler,
        set(this: MessagePort, given: unknown) {
          hear(this)
          handler?.set?.call(this, given)
        },
      })
    }
  })
}

/** Everything that the frames of a window keep or have heard, as text; what is bytes as hexadecimal. */
export async function readWindow(page: Page): Promise<{ messages: string; storage: string }> {
  const texts = await Promise.all(page.frames().map(readFrame))
  return {
    messages: texts.map(({ messages }) => messages).join('\n'),
    storage: texts.map(({ storage }) => storage).join('\n'),
  }
}

function readFrame(frame: Frame): Promise<{ messages: string; storage: string }> {
  return frame.evaluate(async () => {
    const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    const write = (_: string, value: unknown) =>
      value instanceof Uint8Array || value instanceof ArrayBuffer ? `bytes:${hex(new Uint8Array(value))}` : value
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, name, location.href]
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '')
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll()
        kept.push(
          await new Promise((resolve) => {
            all.onsuccess = () => resolve(all.result)
          }),
        )
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        kept.push(request.url, await (await cache.match(request))?.clone().text())
    }
    const { overheard } = self as unknown as { overheard: string[] }
    return { messages: overheard.join('\n'), storage: JSON.stringify(kept, write) }
  })
}

/** The strings of the heaps of a window and of its frames, also where those have processes of their own; of no worker. */
export async function readHeaps(page: Page): Promise<string> {
  const sessions: CDPSession[] = [await page.context().newCDPSession(page)]
  for (const frame of page.frames().slice(1)) {
    // A frame of the window's own process is in its heap already.
    const own = await page
      .context()
      .newCDPSession(frame)
      .catch(() => undefined)
    if (own) sessions.push(own)
  }
  const heaps: string[] = []
  for (const session of sessions) {
    const parts: string[] = []
    session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk))
    await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
    heaps.push((JSON.parse(parts.join('')) as { strings: string[] }).strings.join('\n'))
    await session.detach()
  }
  return heaps.join('\n')
}

/** Writes down what the windows of a context say to servers, hear from them and write to the console. */
export function tapWire(context: BrowserContext): () => Promise<{ wire: string; console: string }> {
  const wire: Promise<string>[] = []
  const lines: string[] = []
  const note = (text: string | Buffer) => void wire.push(Promise.resolve(String(text)))
  context.on('console', (message) => lines.push(message.text()))
  context.on('weberror', (error) => lines.push(String(error.error().stack)))
  context.on('request', (request) =>
    wire.push(
      request
        .allHeaders()
        .catch(() => request.headers())
        .then((headers) => `${request.url()} ${JSON.stringify(headers)} ${request.postData() ?? ''}`),
    ),
  )
  context.on('response', (response) => {
    // The wallet's own scripts hold every word that there is, one after the other.
    if (['script', 'stylesheet', 'image', 'font'].includes(response.request().resourceType())) return
    wire.push(
      Promise.all([response.allHeaders(), response.text()]).then(
        ([headers, body]) => `${JSON.stringify(headers)} ${body}`,
        () => '',
      ),
    )
  })
  const listen = (page: Page) =>
    page.on('websocket', (socket: WebSocket) => {
      note(socket.url())
      socket.on('framesent', ({ payload }) => note(payload))
      socket.on('framereceived', ({ payload }) => note(payload))
    })
  for (const page of context.pages()) listen(page)
  context.on('page', listen)
  return async () => ({ wire: (await Promise.all(wire)).join('\n'), console: lines.join('\n') })
}

/**
 * Has the wallet's workers remember what they draw at random, 32 bytes or more: seeds, keys, halves and one-time keys. Only the
 * copy of their script that this context is served does so; the product has no such door.
 *
 * @returns Reads what the workers of a window have drawn so far, oldest first.
 */
export async function learnRandomness(context: BrowserContext): Promise<(page: Page) => Promise<Uint8Array[]>> {
  const remember = `let reading
  if (typeof DedicatedWorkerGlobalScope !== 'undefined') {
    const drawn = []
    reading = { drawn, eval }
    const draw = Crypto.prototype.getRandomValues
    Crypto.prototype.getRandomValues = function (array) {
      const filled = draw.call(this, array)
      if (array.byteLength >= 32) drawn.push([...new Uint8Array(array.buffer, array.byteOffset, array.byteLength)])
      return filled
    }
  }\n`
  // The worker takes away what it does not need before its other code runs, `eval` too, which reads here.
  const putBack = '\nif (reading) Object.assign(self, reading)\n'
  await context.route(/\/f\/[^/]+\/(main|exportMain)\.js$/, async (route) => {
    // A server may close an idle connection in the moment in which it is used again.
    const response = await route.fetch({ maxRetries: 3 })
    await route.fulfill({ response, body: remember + (await response.text()) + putBack })
  })
  return async (page) => {
    const read = () => (self as unknown as { drawn?: number[][] }).drawn ?? []
    const all = await Promise.all(page.workers().map((worker) => worker.evaluate(read)))
    return all.flat().map((bytes) => Uint8Array.from(bytes))
  }
}
