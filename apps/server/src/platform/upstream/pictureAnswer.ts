import type { Picture } from './createPictureReader.js'

/** The answer with a picture in it, which can do nothing but be drawn. */
export function pictureAnswer({ type, bytes }: Picture): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'cache-control': 'public, max-age=86400, s-maxage=86400',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
