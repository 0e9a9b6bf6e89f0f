import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'

/** What the frame answered, or why it did not. */
export type Answer = { readonly value?: unknown; readonly code?: string; readonly message?: string }

/** Serves an empty page on a port of its own, which is an origin of its own on the site of the foreign page. */
export async function serveBlank(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Blank</title><body></body>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A page that embeds the wallet with none of our code around it, and can say to it whatever it likes. */
export type HostilePage = {
  /** Offers the frame a channel, several at once; whether each was taken. The timeout in milliseconds is for the first that is. */
  offer(times: number, timeout: number): Promise<readonly boolean[]>
  /** Asks over the channel that was taken. */
  ask(name: string, payload?: unknown): Promise<Answer>
  /** What else the frame said to the page. */
  heard(): Promise<readonly unknown[]>
}

type InPage = {
  offer(times: number, timeout: number): Promise<boolean[]>
  ask(name: string, payload: unknown): Promise<Answer>
  heard: unknown[]
}

/** Puts the wallet's frame into a blank page. */
export async function embed(page: Page, url: string): Promise<HostilePage> {
  await page.goto(url)
  const wallet = inject('world').frameUrl
  await page.evaluate((origin) => {
    const frame = document.createElement('iframe')
    frame.id = 'w3m-iframe'
    frame.style.cssText = 'width: 380px; height: 600px; border: 0'
    frame.src = `${origin}/sdk?projectId=hostile&chainId=eip155:31337&version=4`
    const waiting = new Map<string, (answer: Answer) => void>()
    const id = () =>
      [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    let taken: MessagePort | undefined
    const heard: unknown[] = []
    addEventListener('message', (event) => event.origin === origin && heard.push(event.data))
    const offerOne = () => {
      const { port1, port2 } = new MessageChannel()
      const ready = new Promise<boolean>((resolve) => {
        port1.onmessage = ({ data }) => {
          if (data.type === 'ready') {
            taken ??= port1
            resolve(true)
          } else {
            waiting.get(data.id)?.(data.type === 'answer' ? { value: data.payload } : data)
            waiting.delete(data.id)
          }
        }
      })
      frame.contentWindow?.postMessage({ type: 'init', v: 1, nonce: id() }, origin, [port2])
      return ready
    }
    const notWithin = (time: number) => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), time))
    const own: InPage = {
      heard,
      async offer(times, timeout) {
        const offers = Array.from({ length: times }, offerOne)
        await Promise.race([...offers, notWithin(timeout)])
        // The frame answers what came together in one go; a second answer would be here in no time.
        return Promise.all(offers.map((each) => Promise.race([each, notWithin(1_000)])))
      },
      ask(name, payload) {
        const key = id()
        return new Promise((resolve) => {
          waiting.set(key, resolve)
          taken?.postMessage({ type: 'ask', id: key, name, payload })
        })
      },
    }
    Object.assign(self, own)
    return new Promise((resolve) => {
      frame.addEventListener('load', resolve, { once: true })
      document.body.append(frame)
    })
  }, wallet)
  return {
    offer: (times, timeout) =>
      page.evaluate(([each, ms]) => (self as unknown as InPage).offer(each, ms), [times, timeout] as const),
    ask: (name, payload) =>
      page.evaluate(([what, more]) => (self as unknown as InPage).ask(what, more), [name, payload] as const),
    heard: () => page.evaluate(() => (self as unknown as InPage).heard),
  }
}
