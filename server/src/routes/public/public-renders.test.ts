import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PublicRender } from '@ninesixteen/shared/public-api/renders'
import { runs } from '../../db/schema-runs.ts'
import { runKinds } from '../../bootstrap/run-kinds.ts'
import type { Renderer } from '../../rendering/renderer.ts'
import { createRuns } from '../../runs/runs.ts'
import { renderRun } from '../../slideshow-renders/render-kind.ts'
import type { VideoFile } from '../../rendering/video.ts'
import { buildApiKey, type ApiCaller } from '../../testing/api-caller.ts'
import { buildSlide, type TestApp, type TestUser } from '../../testing/app.ts'
import { startScheduler } from '../../testing/scheduler.ts'
import { unzip } from '../../testing/unzip.ts'
import { ADTS_FILE } from '../../testing/sound-track.ts'
import { readTables, soundPackets } from '../../testing/video-file.ts'

let app: TestApp
let user: TestUser
let key: ApiCaller
let project: Project
async function start(settings: Parameters<typeof startScheduler>[0] = {}): Promise<void> {
  app = await startScheduler(settings)
  user = await app.buildUser()
  key = await buildApiKey(user)
  project = await user.buildProject({ title: 'five & habits', slides: [buildSlide('one'), buildSlide('two')] })
}
beforeEach(() => start())

interface Sent {
  by?: ApiCaller
  of?: string
  headers?: Record<string, string>
  idempotencyKey?: string
}

const request = (body: Record<string, unknown>, { by = key, of = project.id, ...sent }: Sent = {}) =>
  by.call<PublicRender & { code?: string }>('POST', `/slideshows/${of}/renders`, { body, ...sent })
const read = async (id: string, by = key) => (await by.call<PublicRender>('GET', `/renders/${id}`)).body
const download = async (id: string) => Buffer.from(await (await key.fetch('GET', `/renders/${id}/file`)).arrayBuffer())
/** The instance's public address is another one in tests. */
const openLink = (url: string | null = '') => fetch(app.url + (url ?? '').slice(new URL(app.services.config.publicUrl).origin.length))
const runDue = () => app.services.runs.runDue()
const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const setRender = (id: string, set: Partial<typeof runs.$inferInsert>) =>
  app.services.db.asSystem((tx) => tx.update(runs).set(set).where(eq(runs.id, id)))

async function rendered(body: Record<string, unknown>): Promise<PublicRender> {
  const { status, body: requested } = await request(body)
  expect([status, requested.status, requested.url]).toEqual([202, 'waiting', null])
  await runDue()
  return read(requested.id)
}

/** A renderer whose videos last until the test ends them or their render is cancelled. */
function slowVideos() {
  const started: { signal: AbortSignal | undefined; report: (done: number, of: number) => void; finish: () => void }[] = []
  const renderVideo: Renderer['renderVideo'] = (_video, _files, { signal, onProgress = () => undefined }) => {
    const { promise, resolve, reject } = Promise.withResolvers<VideoFile>()
    signal?.addEventListener('abort', () => reject(signal.reason))
    const finish = () => resolve({ chunks: [Buffer.from('a video')], bytes: 7, close: async () => undefined })
    started.push({ signal, report: onProgress, finish })
    return promise
  }
  return {
    begun: started,
    renderer: {
      renderVideo,
      renderSlide: () => Promise.reject(new Error('No slides')),
      maxConcurrentVideos: 4,
      close: async () => undefined,
    } as unknown as Renderer,
  }
}

describe('a slideshow is rendered', () => {
  test('as an MP4 with the sound that it has in the studio', async () => {
    const track = randomUUID()
    await user.fetch(`/api/tracks?id=${track}&name=x&beatOffset=0`, { method: 'POST', body: ADTS_FILE })
    await user.api('PUT', `/projects/${project.id}/sound`, { sound: { trackId: track, start: 0.5 } })
    const { id } = await rendered({ type: 'mp4', seconds_per_slide: 1 })
    const video = new Uint8Array(await (await key.fetch('GET', `/renders/${id}/file`)).arrayBuffer())
    expect(readTables(video).frames).toBe(120)
    expect(soundPackets(video).length).toBeGreaterThanOrEqual(94)
  })

  test('as an MP4, which can be read in ranges, by its tag, and by anyone with its address', async () => {
    const render = await rendered({ type: 'mp4', format: '4:5', seconds_per_slide: 1 })
    expect(render).toMatchObject({ slideshow_id: project.id, version: 1, status: 'done', progress: 1, error: null })
    const answer = await key.fetch('GET', `/renders/${render.id}/file`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''five%20%26%20habits%204x5.mp4")
    const video = Buffer.from(await answer.arrayBuffer())
    expect([video.length, answer.headers.get('content-length')]).toEqual([render.bytes, String(render.bytes)])
    expect(readTables(video)).toMatchObject({ boxes: ['ftyp', 'moov', 'mdat'], seconds: 2, frames: 120 })
    const entry = video.indexOf('avc1', video.indexOf('stsd')) + 4
    expect([video.readUInt16BE(entry + 24), video.readUInt16BE(entry + 26)]).toEqual([1080, 1350])

    const etag = answer.headers.get('etag') ?? ''
    const known = await key.fetch('GET', `/renders/${render.id}/file`, { headers: { 'if-none-match': etag } })
    expect(known.status).toBe(304)
    const part = await key.fetch('GET', `/renders/${render.id}/file`, { headers: { range: 'bytes=4-7', 'if-range': etag } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, `bytes 4-7/${video.length}`, 'ftyp'])
    const opened = await openLink(render.url)
    expect(video.equals(Buffer.from(await opened.arrayBuffer()))).toBe(true)
    expect((await fetch(`${app.url}/files/renders/${render.id}`)).status).toBe(403)
    expect((await openLink(render.url?.replace(render.id, randomUUID()))).status).toBe(403)
  })

  test('as a PDF whose pages are the JPEG files that the API renders', async () => {
    const described = await user.buildProject({ title: '窓', slides: [buildSlide('one', { altText: 'a window' }), buildSlide('two')] })
    project = described
    const render = await rendered({ type: 'pdf', format: '1:1' })
    const pdf = await download(render.id)
    const text = pdf.toString('latin1')
    expect([pdf.length, text.slice(0, 8)]).toEqual([render.bytes, '%PDF-1.7'])
    expect(text.match(/\/MediaBox \[0 0 810 810\]/g)).toHaveLength(2)
    expect(text).toContain(Buffer.from('\ufeff窓', 'utf16le').swap16().toString('latin1'))
    expect(text.match(/\/Alt \([^)]*\)/g)).toEqual(['/Alt (a window)', '/Alt (two.)'])
    for (const index of [0, 1]) {
      const slide = await key.fetch('GET', `/slideshows/${described.id}/slides/${index}/render?format=1:1&type=jpeg`)
      expect(pdf.includes(Buffer.from(await slide.arrayBuffer()))).toBe(true)
    }
  })

  test.each(['png', 'jpeg'])('as a ZIP of %s images', async (type) => {
    const render = await rendered({ type, format: '2:3' })
    const images = unzip(await download(render.id))
    const ending = type === 'png' ? 'png' : 'jpg'
    expect([...images.keys()]).toEqual([`slide_1_2x3.${ending}`, `slide_2_2x3.${ending}`])
    const slide = await key.fetch('GET', `/slideshows/${project.id}/slides/1/render?format=2:3&type=${type}`)
    expect(images.get(`slide_2_2x3.${ending}`)?.equals(Buffer.from(await slide.arrayBuffer()))).toBe(true)
  })

  test('as it was when it was requested', async () => {
    const { body: first } = await request({ type: 'png' })
    await key.call('PUT', `/slideshows/${project.id}`, { body: { slides: [buildSlide('changed')] }, headers: { 'if-match': '"1"' } })
    const { body: second } = await request({ type: 'png' })
    await runDue()
    const counts = await Promise.all([first, second].map(async ({ id }) => unzip(await download(id)).size))
    expect([counts, (await read(first.id)).version, (await read(second.id)).version]).toEqual([[2, 1], 1, 2])
  })

  test('while the request waits, if it prefers to', async () => {
    const waiting = request({ type: 'jpeg' }, { headers: { prefer: 'wait=30' } })
    await expect.poll(runDue).toContain('slideshow-render: done')
    expect((await waiting).body).toMatchObject({ status: 'done', url: expect.any(String) })
  })
})

describe('a render', () => {
  test('is made once for each idempotency key', async () => {
    const sent = { idempotencyKey: 'one' }
    const answers = await Promise.all([1, 2, 3].map(() => request({ type: 'png' }, sent)))
    const again = await request({ type: 'png' }, sent)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const ids = new Set([again, ...answers].filter(({ status }) => status === 202).map(({ body }) => body.id))
    expect([...ids]).toEqual([again.body.id])
    expect(await app.services.db.asSystem((tx) => tx.$count(runs))).toBe(1)
    expect(statusAndCode(await request({ type: 'pdf' }, sent))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('belongs to its owner, to a company and to a scope', async () => {
    const company = await user.buildCompany()
    const { id } = await rendered({ type: 'png' })
    const calls = [
      ['GET', `/renders/${id}`],
      ['GET', `/renders/${id}/file`],
      ['POST', `/renders/${id}/cancel`],
    ] as const
    const other = await buildApiKey(await app.buildUser())
    const ofCompany = await buildApiKey(user, { companyId: company.id })
    const writer = await buildApiKey(user, { scopes: ['slideshows:write'] })
    for (const [caller, expected] of [
      [other, [404, 'NOT_FOUND']],
      [ofCompany, [403, 'API_KEY_COMPANY']],
      [writer, [403, 'API_KEY_SCOPE']],
    ] as const) {
      for (const [method, path] of calls) expect(statusAndCode(await caller.call(method, path))).toEqual(expected)
      expect(statusAndCode(await request({ type: 'png' }, { by: caller }))).toEqual(expected)
    }
    expect((await read(id)).status).toBe('done')
  })

  test.each([
    [{ type: 'gif' }, 400],
    [{ type: 'mp4', format: '3:4' }, 400],
    [{ type: 'mp4', seconds_per_slide: 11 }, 400],
    [{}, 400],
  ])('is refused with %o', async (body, status) => {
    expect((await request(body)).status).toBe(status)
  })

  test('says why it failed', async () => {
    const { filePath } = await user.buildPhoto()
    const slides = [buildSlide('one', { backgroundImage: filePath })]
    project = await user.buildProject({ slides })
    const { body } = await request({ type: 'mp4' })
    await app.services.db.asSystem((tx) => tx.execute(sql`update files set state = 'deleting' where path = ${filePath}`))
    await app.services.store.remove([filePath, `${filePath}.cover.jpg`])
    await runDue()
    expect(await read(body.id)).toMatchObject({
      status: 'failed',
      error: { code: 'VIDEO_PHOTO_FAILED', message: 'Failed to load photo 1' },
    })
    expect((await key.fetch('GET', `/renders/${body.id}/file`)).status).toBe(404)
  })

  test('needs storage of its owner', async () => {
    await start({ storageQuota: 200_000 })
    expect(await rendered({ type: 'png' })).toMatchObject({ status: 'failed', error: { code: 'STORAGE_QUOTA' } })
  })

  test('is deleted with its file a day after its end', async () => {
    const { id, url, expires_at: expires } = await rendered({ type: 'png' })
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(86_000_000)
    const [row] = await app.services.db.asSystem((tx) => tx.select().from(runs))
    const { path } = renderRun.result.parse(row?.result)
    expect(await app.services.store.has(path)).toBe(true)
    await setRender(id, { expiresAt: new Date(Date.now() - 1000) })
    await app.services.runs.deleteExpired()
    expect([await app.services.store.has(path), (await key.call('GET', `/renders/${id}`)).status]).toEqual([false, 404])
    expect((await openLink(url)).status).toBe(404)
    const { rows } = await app.services.db.pool.query('select from files where path = $1', [path])
    expect(rows).toEqual([])
  })
})

describe('the queue', () => {
  test('lets owners take turns', async () => {
    const other = await app.buildUser()
    const theirs = { by: await buildApiKey(other), of: (await other.buildProject()).id }
    const mine = [await request({ type: 'jpeg' }), await request({ type: 'jpeg' }), await request({ type: 'jpeg' })]
    const late = await request({ type: 'jpeg' }, theirs)
    await runDue()
    const rows = await app.services.db.asSystem((tx) => tx.select().from(runs).orderBy(runs.startedAt))
    const started = rows.map(({ id }) => id)
    const [first, ...rest] = mine.map(({ body }) => body.id)
    expect([new Set(started.slice(0, 2)), started.slice(2)]).toEqual([new Set([first, late.body.id]), rest])
  })

  test('is free again once a render is cancelled, and a finished one loses its file', async () => {
    const { begun: started, renderer } = slowVideos()
    await start({ renderer })
    const [first, second] = [await request({ type: 'mp4' }), await request({ type: 'mp4' })]
    const running = runDue()
    await expect.poll(() => started.length).toBe(1)
    started[0]?.report(1, 4)
    await expect.poll(() => read(first.body.id)).toMatchObject({ status: 'running', progress: 0.25 })
    expect((await key.call('POST', `/renders/${first.body.id}/cancel`)).body).toMatchObject({ status: 'cancelled' })
    await expect.poll(() => started.length).toBe(2)
    expect(started[0]?.signal?.aborted).toBe(true)
    started[1]?.finish()
    await running
    expect(await read(first.body.id)).toMatchObject({ status: 'cancelled', url: null })
    expect(await download(second.body.id)).toEqual(Buffer.from('a video'))
    await key.call('POST', `/renders/${second.body.id}/cancel`)
    expect(await read(second.body.id)).toMatchObject({ status: 'cancelled', bytes: null })
    expect((await key.fetch('GET', `/renders/${second.body.id}/file`)).status).toBe(404)
    expect(await app.services.db.asSystem((tx) => tx.execute(sql`select from files where mime_type = 'video/mp4'`))).toMatchObject({
      rows: [],
    })
  })

  test('holds ten renders of an owner', async () => {
    const ids: string[] = []
    for (let count = 0; count < 10; count += 1) ids.push((await request({ type: 'png' })).body.id)
    expect(statusAndCode(await request({ type: 'png' }))).toEqual([429, 'RATE_LIMITED'])
    await key.call('POST', `/renders/${ids[0]}/cancel`)
    expect((await request({ type: 'png' })).status).toBe(202)
  })

  test('resumes a render whose process died, and gives up after the third', async () => {
    const { body } = await request({ type: 'png' })
    const died = { state: 'running', leaseUntil: new Date(0) } as const
    await setRender(body.id, { ...died, attempt: 1 })
    await runDue()
    expect((await read(body.id)).status).toBe('done')
    const { body: deadly } = await request({ type: 'png' })
    await setRender(deadly.id, { ...died, attempt: 3, failures: 2 })
    await runDue()
    expect(await read(deadly.id)).toMatchObject({ status: 'failed', error: { code: 'SLIDE_TOO_COMPLEX' } })
  })

  test('returns a render whose process shuts down', async () => {
    const { begun: started, renderer } = slowVideos()
    await start({ renderer })
    const { body } = await request({ type: 'mp4' })
    const running = runDue()
    await expect.poll(() => started.length).toBe(1)
    await app.services.runs.stop()
    await running
    expect((await read(body.id)).status).toBe('waiting')
    const next = createRuns({ ...app.services, kinds: runKinds(() => app.services) })
    const again = next.runDue()
    await expect.poll(() => started.length).toBe(2)
    started[1]?.finish()
    await again
    expect((await read(body.id)).status).toBe('done')
  })

  test('leaves a running render to its process', async () => {
    const { body } = await request({ type: 'png' })
    await setRender(body.id, { state: 'running', attempt: 1, leaseUntil: new Date(Date.now() + 600_000) })
    await runDue()
    expect((await read(body.id)).status).toBe('running')
  })
})
