import { createByteStore } from './createByteStore.js'

/** Reads the body of an outside service's response as text; undefined above `maxBytes`, where the rest is not read. */
export async function readLimited(response: Response, maxBytes: number): Promise<string | undefined> {
  const store = createByteStore()
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    if (store.size + chunk.byteLength > maxBytes) return undefined
    store.add(chunk)
  }
  return store.bytes().toString('utf8')
}
