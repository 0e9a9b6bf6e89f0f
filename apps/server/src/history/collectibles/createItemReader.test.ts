import { describe, expect, it } from 'vitest'
import { readEnv } from '../../env.js'
import { createItemReader } from './createItemReader.js'

const gif = Buffer.from('GIF89a......')
const svg = 'data:image/svg+xml;base64,PHN2Zy8+'
const inJson = (fields: object) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(fields)).toString('base64')}`

function setUp(files: Record<string, string> = {}, gateway?: string) {
  const asked: string[] = []
  const reader = createItemReader({
    async readText(url) {
      asked.push(url)
      const found = files[url]
      return found === undefined ? undefined : new Uint8Array(Buffer.from(found))
    },
    async readPicture(url) {
      asked.push(url)
      return { type: 'image/gif', bytes: new Uint8Array(gif) }
    },
    gateway,
  })
  return { reader, asked }
}
const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

describe('createItemReader', () => {
  it.each([
    ['base64', inJson({ name: 'Key' })],
    ['escaped', `data:application/json,${encodeURIComponent('{"name":"Key"}')}`],
    ['as it is, with a percent sign', 'data:application/json;utf8,{"name":"Key","description":"100 % real"}'],
  ])('reads what is in the address itself: %s', async (_, uri) => {
    const { reader, asked } = setUp()
    expect(await reader.item(uri)).toMatchObject({ name: 'Key', isRead: true })
    expect(asked).toEqual([])
  })

  it('reads what lies on IPFS through the gateway, and nothing without one', async () => {
    const uri = `ipfs://${cid}/7.json`
    const file = JSON.stringify({ name: 'Far', image: `ipfs://ipfs/${cid}/7.png` })
    const { LATCHKEY_IPFS_GATEWAY: gateway } = readEnv({ LATCHKEY_IPFS_GATEWAY: 'https://ipfs.example/' })
    const { reader, asked } = setUp({ [`https://ipfs.example/ipfs/${cid}/7.json`]: file }, gateway)
    expect(await reader.item(uri)).toMatchObject({ name: 'Far', image: `ipfs://ipfs/${cid}/7.png` })
    expect(await reader.picture(uri)).toMatchObject({ type: 'image/gif' })
    expect(asked.at(-1)).toBe(`https://ipfs.example/ipfs/${cid}/7.png`)
    const without = setUp()
    expect(await without.reader.item(uri)).toMatchObject({ name: null, isRead: false })
    expect(without.asked).toEqual([])
  })

  it.each(['http://a.example/1', 'file:///etc/passwd', 'ftp://a.example', '', '//a.example', 'javascript:1'])(
    'error: asks nobody for %j',
    async (uri) => {
      const { reader, asked } = setUp({}, 'https://ipfs.example')
      expect(await reader.item(uri)).toMatchObject({ isRead: false })
      expect(await reader.picture(uri)).toBeUndefined()
      expect(await reader.picture(inJson({ image: uri }))).toBeUndefined()
      expect(asked).toEqual([])
    },
  )

  it('error: passes pixels on and no drawing that can hold a script', async () => {
    const { reader } = setUp()
    const image = `data:image/svg+xml;base64,${gif.toString('base64')}`
    expect(await reader.picture(inJson({ image }))).toMatchObject({ type: 'image/gif' })
    expect(await reader.picture(inJson({ image: svg }))).toBeUndefined()
  })

  it.each(['{', '[]', '"x"', 'null', '{"name":5,"image":{}}'])(
    'error: takes %s for what says nothing',
    async (text) => {
      const { reader } = setUp()
      expect(await reader.item(`data:application/json,${text}`)).toMatchObject({ name: null, image: null })
    },
  )
})
