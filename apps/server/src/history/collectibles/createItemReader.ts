import { cleanName } from '@latchkey/protocol/internal/text'
import * as z from 'zod'
import type { Picture, PictureReader } from '../../platform/upstream/createPictureReader.js'
import type { PublicReader } from '../../platform/upstream/createPublicReader.js'
import { pictureType } from '../../platform/upstream/pictureType.js'
import { type Item, noItem } from './item.js'

/** How many bytes a description may have that is an address itself, and a picture in it. */
const mostInline = 1024 * 1024
const mostAddress = 2_000
const text = z.string().catch('')
const said = z.object({ name: text, description: text, image: text, image_url: text, external_url: text })

/** Reads what collectibles say of themselves, and their pictures. */
export type ItemReader = {
  /** Fetches the metadata at a contract's token URI; `noItem` on failure. Never rejects. */
  item(uri: string): Promise<Item>
  /** The picture: pixels only. Never rejects. */
  picture(uri: string): Promise<Picture | undefined>
}

/**
 * Creates the reader of descriptions and pictures at addresses that strangers wrote: `https:`, `data:`, and `ipfs:` through a gateway.
 *
 * @param options - What reads hosts, and the gateway; without one, what lies on IPFS cannot be had.
 * @returns The reader.
 * @see https://eips.ethereum.org/EIPS/eip-721
 * @see https://eips.ethereum.org/EIPS/eip-1155
 */
export function createItemReader(options: {
  readText: PublicReader
  readPicture: PictureReader
  gateway: string | undefined
}): ItemReader {
  const { readText, readPicture, gateway } = options

  async function describe(uri: string): Promise<z.output<typeof said> | undefined> {
    const inline = readInline(uri)
    const address = inline ? undefined : toHttps(uri, gateway)
    const bytes = inline?.bytes ?? (address === undefined ? undefined : await readText(address))
    if (!bytes) return undefined
    try {
      return said.safeParse(JSON.parse(Buffer.from(bytes).toString())).data
    } catch {
      return undefined
    }
  }

  return {
    async item(uri) {
      const found = await describe(uri)
      if (!found) return noItem
      const image = found.image || found.image_url
      return {
        name: cleanName(found.name, 100) || null,
        description: cleanText(found.description) || null,
        image: image.startsWith('data:') ? 'data:' : toHttps(image, 'https://gateway.invalid') ? image : null,
        link: isPage(found.external_url) ? found.external_url : null,
        isRead: true,
      }
    },
    async picture(uri) {
      const found = await describe(uri)
      const image = found?.image || found?.image_url || ''
      const inline = readInline(image)
      if (inline) {
        const type = pictureType(inline.bytes)
        return type && { type, bytes: inline.bytes }
      }
      const address = toHttps(image, gateway)
      return address === undefined ? undefined : readPicture(address)
    },
  }
}

/** Decodes a `data:` URL. @see https://www.rfc-editor.org/rfc/rfc2397 */
function readInline(uri: string): { bytes: Uint8Array } | undefined {
  const comma = uri.indexOf(',')
  if (!uri.startsWith('data:') || comma < 0 || uri.length > mostInline * 3) return undefined
  const content = uri.slice(comma + 1)
  if (/;base64$/i.test(uri.slice(0, comma))) return { bytes: new Uint8Array(Buffer.from(content, 'base64')) }
  try {
    return { bytes: new Uint8Array(Buffer.from(decodeURIComponent(content))) }
  } catch {
    // Contracts often write the text as it is.
    return { bytes: new Uint8Array(Buffer.from(content)) }
  }
}

/** The https address of something; undefined where there is none. */
function toHttps(uri: string, gateway: string | undefined): string | undefined {
  if (uri.length > mostAddress) return undefined
  const [, path] = /^ipfs:\/\/(?:ipfs\/)?(\w{40,100}(?:\/.*)?)$/.exec(uri) ?? []
  const address = path === undefined ? uri : gateway && `${gateway.replace(/\/+$/, '')}/ipfs/${path}`
  return address && /^https:\/\//i.test(address) && URL.canParse(address) ? address : undefined
}

function isPage(address: string): boolean {
  return address.length <= mostAddress && /^https:\/\//i.test(address) && URL.canParse(address)
}

/** Several lines, each of them cleaned. */
function cleanText(given: string): string {
  const lines = given
    .slice(0, 2_000)
    .split(/\r?\n/)
    .map((line) => cleanName(line, 400))
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
