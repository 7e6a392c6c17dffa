import { Hono } from 'hono'
import { httpFaultSchema, type Refusal } from '../kit/faults.ts'
import { recorded, type RecordedEnv } from '../kit/recorded.ts'
import { fitted, mediaPath, photoPage, photosOf, type StockParts, type StockPhoto } from './photos.ts'

const PER_PAGE_MAX = 80

function refuse(_c: unknown, fault: Refusal): Response {
  const status = fault.kind === 'error' ? fault.status : Number(fault.kind)
  const headers = fault.kind === '429' && fault.retryAfter !== undefined ? { 'retry-after': String(fault.retryAfter) } : undefined
  return Response.json({ status, code: status === 429 ? 'Too Many Requests' : 'Error' }, { status, ...(headers && { headers }) })
}

function photoJson(photo: StockPhoto, { origin, site }: { origin: string; site: string }) {
  const { id, width, height, author, title } = photo
  const sized = (widthMax: number) => origin + mediaPath(photo, fitted(photo, widthMax))
  const number = Number.parseInt(id.slice(0, 8), 16)
  return {
    id: number,
    width,
    height,
    url: `${site}/pexels/photo/${number}/`,
    photographer: author,
    photographer_url: `${site}/pexels/@${encodeURIComponent(author)}`,
    photographer_id: photo.number + 1,
    avg_color: '#7D8A8C',
    src: {
      original: sized(width),
      large2x: sized(940),
      large: sized(650),
      medium: sized(350),
      small: sized(130),
      portrait: sized(800),
      landscape: sized(1200),
      tiny: sized(200),
    },
    liked: false,
    alt: title,
  }
}

/** The photo search of Pexels, under `/pexels`. https://www.pexels.com/api/documentation/ */
export function createPexels({ control, origin, site }: StockParts): Hono<RecordedEnv> {
  const app = new Hono<RecordedEnv>()
  app.use('/v1/*', recorded({ control, provider: 'pexels', faults: control.faults('pexels', httpFaultSchema), refuse }))
  app.get('/v1/search', (c) => {
    const key = c.req.header('authorization') ?? ''
    if (key === '' || key.startsWith('invalid')) return c.json({ status: 401, code: 'Unauthorized' }, 401)
    const { query = '', orientation, per_page: given = '15', page: wanted = '1' } = c.req.query()
    if (query === '') return c.json({ status: 400, code: 'No query provided' }, 400)
    const [size, page] = [Math.min(PER_PAGE_MAX, Number(given)), Number(wanted)]
    const found = query.includes('zzz') ? [] : photosOf('pexels', query, { isTall: orientation === 'portrait' })
    const photos = found.slice((page - 1) * size, page * size).map((photo) => photoJson(photo, { origin: origin(c), site: site(c) }))
    const next = page * size < found.length ? { next_page: `${origin(c)}/pexels/v1/search/?page=${page + 1}&per_page=${size}` } : {}
    return c.json(
      { page, per_page: size, photos, total_results: found.length, ...next },
      { headers: { 'x-ratelimit-limit': '20000', 'x-ratelimit-remaining': '19684' } },
    )
  })
  app.get('/*', photoPage)
  return app
}
