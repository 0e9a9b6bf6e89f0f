import { Hono } from 'hono'
import { Refusal } from '../platform/http/refusal.js'
import type { HonoEnv } from '../platform/http/vars.js'
import type { Gate } from '../platform/limits/gate.js'
import type { Picture, PictureReader } from '../platform/upstream/createPictureReader.js'
import { pictureAnswer } from '../platform/upstream/pictureAnswer.js'

/** The maximum number of entries in a wallet's request. */
const longest = 10_000

/**
 * `GET /v1/picture?url=`: the picture that a connected wallet names as its own, so that its host learns nothing of who looks. Nothing
 * is kept here, since anybody may name any address; browsers keep it.
 *
 * @param options - The gate, and what reads a picture.
 */
export function pictureRoutes({ gate, readPicture }: { gate: Gate; readPicture: PictureReader }): Hono<HonoEnv> {
  const inFlight = new Map<string, Promise<Picture | undefined>>()

  function read(url: string): Promise<Picture | undefined> {
    const flying = inFlight.get(url)
    if (flying) return flying
    const flight = readPicture(url).finally(() => inFlight.delete(url))
    inFlight.set(url, flight)
    return flight
  }

  const app = new Hono<HonoEnv>()
  app.get('/v1/picture', async (c) => {
    gate.limit(c.get('ip'))
    gate.project(c.req.query('projectId'))
    const url = c.req.query('url') ?? ''
    if (url === '' || url.length > longest) throw new Refusal(400, 'url', 'url must be the address of a picture')
    const picture = await read(url)
    if (!picture) throw new Refusal(404, 'url', 'There is no picture to be had')
    return pictureAnswer(picture)
  })
  return app
}
