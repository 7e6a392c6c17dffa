import { Hono } from 'hono'
import { httpFaultSchema, type Refusal } from '../kit/faults.ts'
import { recorded, type RecordedEnv } from '../kit/recorded.ts'
import { fitted, mediaPath, photoPage, photosOf, type StockParts, type StockPhoto } from './photos.ts'

/** Longer side of the largest image without approval for full size. */
const LARGE_SIDE = 1280

/** Errors are plain text. */
function refuse(_c: unknown, fault: Refusal): Response {
  const status = fault.kind === 'error' ? fault.status : Number(fault.kind)
  const headers = fault.kind === '429' ? { 'x-ratelimit-reset': String(fault.retryAfter ?? 60) } : undefined
  const text = status === 429 ? 'API rate limit exceeded' : `[ERROR ${status}] Error`
  return new Response(text, { status, ...(headers && { headers }) })
}

function photoJson(photo: StockPhoto, { origin, site }: { origin: string; site: string }) {
  const { id, width, height, author, title } = photo
  const number = Number.parseInt(id.slice(0, 8), 16)
  const sized = (longer: number) => origin + mediaPath(photo, fitted(photo, width >= height ? longer : (longer * width) / height))
  return {
    id: number,
    pageURL: `${site}/pixabay/photos/${number}/`,
    type: 'photo',
    tags: title.toLowerCase().split(' ').join(', '),
    previewURL: sized(150),
    previewWidth: 100,
    previewHeight: 150,
    webformatURL: sized(640),
    webformatWidth: 427,
    webformatHeight: 640,
    largeImageURL: sized(LARGE_SIDE),
    imageWidth: width,
    imageHeight: height,
    imageSize: 1_234_567,
    views: 1000,
    downloads: 400,
    collections: 12,
    likes: 30,
    comments: 2,
    user_id: photo.number + 1,
    user: author.replace(' ', ''),
    userImageURL: '',
  }
}

/** The image search of Pixabay, under `/pixabay`. https://pixabay.com/api/docs/ */
export function createPixabay({ control, origin, site }: StockParts): Hono<RecordedEnv> {
  const app = new Hono<RecordedEnv>()
  app.use('/api/*', recorded({ control, provider: 'pixabay', faults: control.faults('pixabay', httpFaultSchema), refuse }))
  app.get('/api/', (c) => {
    const { key = '', q = '', orientation, per_page: given = '20', page: wanted = '1' } = c.req.query()
    if (key === '' || key.startsWith('invalid'))
      return c.text('[ERROR 400] Invalid or missing API key (https://pixabay.com/api/docs/).', 400)
    const [size, page] = [Number(given), Number(wanted)]
    if (!(size >= 3 && size <= 200)) return c.text('[ERROR 400] "per_page" is out of valid range.', 400)
    const found = q.includes('zzz') ? [] : photosOf('pixabay', q, { isTall: orientation === 'vertical' })
    if (page > 1 && (page - 1) * size >= found.length) return c.text('[ERROR 400] "page" is out of valid range.', 400)
    const hits = found.slice((page - 1) * size, page * size).map((photo) => photoJson(photo, { origin: origin(c), site: site(c) }))
    return c.json(
      { total: found.length, totalHits: found.length, hits },
      { headers: { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '99', 'x-ratelimit-reset': '60' } },
    )
  })
  app.get('/*', photoPage)
  return app
}
