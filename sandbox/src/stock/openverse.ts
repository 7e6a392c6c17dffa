import { Hono, type Context } from 'hono'
import { httpFaultSchema, type Refusal } from '../kit/faults.ts'
import { recorded, type RecordedEnv } from '../kit/recorded.ts'
import { fitted, mediaPath, photoPage, photosOf, type StockParts, type StockPhoto } from './photos.ts'
import { soundPath, soundsOf, type StockSound } from './sounds.ts'

const LICENCES = ['by', 'cc0', 'by-sa', 'by', 'pdm', 'by-nc', 'by', 'by-nd', 'cc0', 'by-nc-nd'] as const
const VERSIONS = ['2.0', '4.0'] as const
/** Larger pages need a registered client. */
const ANONYMOUS_PAGE = 20
const CLIENT_PAGE = 50
const TOKEN = 'openverse-sandbox-token'

function refuse(_c: unknown, fault: Refusal): Response {
  const status = fault.kind === 'error' ? fault.status : Number(fault.kind)
  const headers = fault.kind === '429' && fault.retryAfter !== undefined ? { 'retry-after': String(fault.retryAfter) } : undefined
  const detail = status === 429 ? 'Request was throttled.' : status === 401 ? 'Authentication credentials were not provided.' : 'Error'
  return Response.json({ detail }, { status, ...(headers && { headers }) })
}

function licenceOf({ number }: { number: number }): string {
  return LICENCES[number % LICENCES.length] ?? 'by'
}

function licenceUrl(licence: string, version: string): string {
  if (licence === 'cc0') return 'https://creativecommons.org/publicdomain/zero/1.0/'
  if (licence === 'pdm') return 'https://creativecommons.org/publicdomain/mark/1.0/'
  return `https://creativecommons.org/licenses/${licence}/${version}/`
}

interface Origins {
  origin: string
  site: string
}

/** Photos and sounds alike. */
function fileJson(file: { id: string; number: number; title: string; author: string }, kind: 'image' | 'audio', { origin, site }: Origins) {
  const licence = licenceOf(file)
  const version = licence === 'cc0' || licence === 'pdm' ? '1.0' : (VERSIONS[file.number % 2] ?? '4.0')
  const { id, title, author } = file
  const uuid = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const detail = `${origin}/openverse/v1/${kind === 'image' ? 'images' : kind}/${uuid}`
  return {
    id: uuid,
    title,
    foreign_landing_url: `${site}/openverse/${kind}/${uuid}`,
    creator: licence === 'pdm' ? null : author,
    creator_url: licence === 'pdm' ? null : `${site}/openverse/creator/${encodeURIComponent(author)}`,
    license: licence,
    license_version: version,
    license_url: licenceUrl(licence, version),
    provider: 'sandbox',
    source: 'sandbox',
    filesize: null,
    tags: [],
    attribution: `"${title}" by ${author} is licensed under ${licence.toUpperCase()} ${version}.`,
    fields_matched: ['title'],
    mature: false,
    detail_url: `${detail}/`,
    related_url: `${detail}/related/`,
    unstable__sensitivity: [],
  }
}

function photoJson(photo: StockPhoto, origins: Origins) {
  const { width, height } = photo
  return {
    ...fileJson(photo, 'image', origins),
    url: origins.origin + mediaPath(photo, photo),
    category: 'photograph',
    filetype: 'jpg',
    height,
    width,
    thumbnail: origins.origin + mediaPath(photo, fitted(photo, 480)),
  }
}

function soundJson(sound: StockSound, origins: Origins) {
  const file = fileJson(sound, 'audio', origins)
  return {
    ...file,
    url: origins.origin + soundPath(sound),
    category: 'music',
    filetype: 'wav',
    genres: [],
    alt_files: null,
    audio_set: null,
    duration: sound.seconds === null ? null : sound.seconds * 1000,
    bit_rate: null,
    sample_rate: null,
    thumbnail: null,
    waveform: `${file.detail_url}waveform/`,
  }
}

/** The search of Openverse's API, under `/openverse`. https://api.openverse.org/v1/ */
export function createOpenverse({ control, origin, site }: StockParts): Hono<RecordedEnv> {
  const app = new Hono<RecordedEnv>()
  app.use('/v1/*', recorded({ control, provider: 'openverse', faults: control.faults('openverse', httpFaultSchema), refuse }))
  app.post('/v1/auth_tokens/token/', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    if (form.get('grant_type') !== 'client_credentials' || form.get('client_secret')?.startsWith('invalid') !== false)
      return c.json({ error: 'invalid_client' }, 401)
    return c.json({ access_token: TOKEN, expires_in: 43_200, token_type: 'Bearer', scope: 'read write' })
  })
  /** Photos and music are searched alike. */
  const answer = <T extends { number: number }>(c: Context, found: readonly T[], jsonOf: (one: T, origins: Origins) => object) => {
    const { license, page_size: given = '20', page: wanted = '1' } = c.req.query()
    const isClient = c.req.header('authorization') === `Bearer ${TOKEN}`
    const size = Number(given)
    if (!isClient && size > ANONYMOUS_PAGE) return c.json({ detail: 'Ensure this value is less than or equal to 20.' }, 401)
    const page = Number(wanted)
    if (!(size >= 1 && size <= CLIENT_PAGE && page >= 1)) return c.json({ detail: 'Invalid input given for fields.' }, 400)
    const licences = license?.toLowerCase().split(',')
    const allowed = found.filter((one) => !licences || licences.includes(licenceOf(one)))
    const results = allowed.slice((page - 1) * size, page * size).map((one) => jsonOf(one, { origin: origin(c), site: site(c) }))
    return c.json({ result_count: allowed.length, page_count: Math.ceil(allowed.length / size), page_size: size, page, results })
  }
  app.get('/v1/images/', (c) => {
    const { q = '', aspect_ratio: ratio } = c.req.query()
    return answer(c, q.includes('zzz') ? [] : photosOf('openverse', q, { isTall: ratio === 'tall' }), photoJson)
  })
  app.get('/v1/audio/', (c) => {
    const { q = '' } = c.req.query()
    return answer(c, q.includes('zzz') ? [] : soundsOf('openverse', q), soundJson)
  })
  app.get('/*', photoPage)
  return app
}
