import { Hono } from 'hono'
import type { Control } from '../../kit/control.ts'
import { httpFaultSchema } from '../../kit/faults.ts'
import { recorded, type RecordedEnv } from '../../kit/recorded.ts'
import { BLOGS } from '../blogs.ts'
import { blogsOf, USERS } from '../users.ts'
import type { OwnPosts } from '../posting/own-posts.ts'
import { postsOf } from '../posts.ts'
import { avatarOf, avatarSizes } from './avatar.ts'
import { drawPicture } from './draw.ts'
import { picturePath, sizesOf, type Picture, type PictureSize } from './image.ts'

/** Maximum cached images. */
const KEPT = 400

interface Served {
  picture: Picture
  size: PictureSize
}

/** The media host: every image of every post in every size, drawn on the first request, and posted files. */
export function createPictures(control: Control, own: OwnPosts): Hono<RecordedEnv> {
  const rendered = new Map<string, Promise<Buffer>>()
  let cache: Map<string, Served> | null = null
  const respondWithFault = (_c: unknown, fault: { kind: string }) =>
    new Response('<h1>Error</h1>', { status: Number(fault.kind) || 500, headers: { 'content-type': 'text/html' } })

  const app = new Hono<RecordedEnv>()
  app.use(
    recorded({ control, provider: 'tumblr-media', faults: control.faults('tumblr-media', httpFaultSchema), refuse: respondWithFault }),
  )
  app.get('/own/:hash', (c) => {
    const ownPicture = own.picture(c.req.param('hash'))
    return ownPicture
      ? new Response(new Uint8Array(ownPicture.bytes), { headers: { 'content-type': ownPicture.type } })
      : new Response('Not found', { status: 404 })
  })
  app.get('/*', async (c) => {
    cache ??= everyPicture()
    const path = new URL(c.req.url).pathname
    const served = cache.get(path.slice(path.indexOf('/', 1)))
    if (!served) return new Response('Not found', { status: 404 })
    const bytes = rendered.get(path) ?? drawPicture(served.picture, served.size)
    rendered.set(path, bytes)
    const [oldest] = rendered.keys()
    if (rendered.size > KEPT && oldest !== undefined) rendered.delete(oldest)
    return new Response(new Uint8Array(await bytes), {
      headers: { 'content-type': served.picture.type, 'cache-control': 'max-age=315360000, immutable', 'access-control-allow-origin': '*' },
    })
  })
  return app
}

function everyPicture(): Map<string, Served> {
  const pictures = BLOGS.flatMap(postsOf).flatMap((post) => post.pictures)
  const served = pictures.flatMap((picture) => sizesOf(picture).map((size): Served => ({ picture, size })))
  const avatars = [...BLOGS, ...USERS.flatMap(blogsOf)].flatMap(({ name }) =>
    avatarSizes().map((size): Served => ({ picture: avatarOf(name), size })),
  )
  return new Map([...served, ...avatars].map((one) => [picturePath(one.picture, one.size), one]))
}
