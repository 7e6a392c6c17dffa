import { Hono } from 'hono'
import type { Control } from '../../kit/control.ts'
import { httpFaultSchema } from '../../kit/faults.ts'
import { recorded, type RecordedEnv } from '../../kit/recorded.ts'
import { BLOGS } from '../blogs.ts'
import { blogsOf, USERS } from '../users.ts'
import type { OwnPosts } from '../posting/own-posts.ts'
import { postsOf } from '../posts.ts'
import { avatarOf, avatarSizes } from './avatar.ts'
import { drawImage } from './draw.ts'
import { picturePath, sizesOf, type BlogImage, type BlogImageSize } from './image.ts'

/** Maximum cached images. */
const KEPT = 400

interface Served {
  image: BlogImage
  size: BlogImageSize
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
    const ownImage = own.picture(c.req.param('hash'))
    return ownImage
      ? new Response(new Uint8Array(ownImage.bytes), { headers: { 'content-type': ownImage.type } })
      : new Response('Not found', { status: 404 })
  })
  app.get('/*', async (c) => {
    cache ??= everyPicture()
    const path = new URL(c.req.url).pathname
    const served = cache.get(path.slice(path.indexOf('/', 1)))
    if (!served) return new Response('Not found', { status: 404 })
    const bytes = rendered.get(path) ?? drawImage(served.image, served.size)
    rendered.set(path, bytes)
    const [oldest] = rendered.keys()
    if (rendered.size > KEPT && oldest !== undefined) rendered.delete(oldest)
    return new Response(new Uint8Array(await bytes), {
      headers: { 'content-type': served.image.type, 'cache-control': 'max-age=315360000, immutable', 'access-control-allow-origin': '*' },
    })
  })
  return app
}

function everyPicture(): Map<string, Served> {
  const images = BLOGS.flatMap(postsOf).flatMap((post) => post.images)
  const served = images.flatMap((image) => sizesOf(image).map((size): Served => ({ image, size })))
  const avatars = [...BLOGS, ...USERS.flatMap(blogsOf)].flatMap(({ name }) =>
    avatarSizes().map((size): Served => ({ image: avatarOf(name), size })),
  )
  return new Map([...served, ...avatars].map((one) => [picturePath(one.image, one.size), one]))
}
