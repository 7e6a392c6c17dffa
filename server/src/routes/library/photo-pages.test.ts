import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { MEDIA_WHOLE_MAX } from '@ninesixteen/shared/api/limits'
import type { LibraryPhoto, MediaItem, MediaOverview, MediaSummary, PhotoPage, PhotoSort, TagCounts } from '@ninesixteen/shared/api/media'
import { videoPhotos } from '@ninesixteen/shared/video/photos'
import { startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

interface Planted {
  name: string
  tags?: string[]
  size?: number
}

/** Inserts rows of photos without files, each a second older than the one before; returns their ids. */
async function plant(photos: readonly Planted[]): Promise<string[]> {
  const rows = photos.map(({ name, tags = [], size = 1000 }, at) => ({
    id: randomUUID(),
    path: `${user.id}/${at}_${randomUUID()}.jpg`,
    name,
    tags,
    size,
    at,
  }))
  await app.services.db.asSystem(async (tx) => {
    const values = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id uuid, path text, name text, tags text[], size int, at int)`
    await tx.execute(
      sql`insert into files (path, user_id, state, mime_type, bytes) select path, ${user.id}, 'stored', 'image/jpeg', size from ${values}`,
    )
    await tx.execute(sql`insert into media_items (id, user_id, filename, file_path, file_size, dimensions, tags, created_at)
      select id, ${user.id}, name, path, size, '30x40', tags, now() - at * interval '1 second' from ${values}`)
  })
  return rows.map(({ id }) => id)
}

const numbered = (count: number): Planted[] => Array.from({ length: count }, (_, at) => ({ name: `${at}.jpg` }))
const page = (query: string) => user.api<PhotoPage>('GET', `/media?${query}`)
const overview = (query = '') => user.api<MediaOverview>('GET', `/media/overview?${query}`)
const link = (ids: string[], companyId: string) => user.api('POST', '/media/link', { ids, companyId })

async function allOf(query: string): Promise<LibraryPhoto[]> {
  const seen: LibraryPhoto[] = []
  for (let next: string | null = ''; next !== null;) {
    const part: PhotoPage = await page(`${query}&limit=7${next === '' ? '' : `&after=${encodeURIComponent(next)}`}`)
    seen.push(...part.items)
    next = part.next
  }
  return seen
}

async function idsOf(query = ''): Promise<string[]> {
  const { ids } = await user.api<{ ids: string }>('GET', `/media/ids?${query}`)
  const hex = Buffer.from(ids, 'base64').toString('hex')
  return (hex.match(/.{32}/g) ?? []).map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
}

test('each order shows each photo once, over as many pages as it takes', async () => {
  const names = ['b 10.png', 'B 9.png', 'é 2.png', 'e 10.png', 'a.png', 'ä.png', 'IMG_0012.jpg', 'img_7.jpg', '日本 2.png', '日本 11.png']
  await plant([...names, ...names, 'z.png'].map((name, at) => ({ name, size: 1000 + (at % 4) })))
  const inOrder: Record<PhotoSort, (photos: LibraryPhoto[]) => unknown[]> = {
    newest: (photos) => photos.map(({ createdAt }) => createdAt),
    oldest: (photos) => photos.map(({ createdAt }) => createdAt).toReversed(),
    name: (photos) => photos.map(({ filename }) => filename.toLowerCase().replace('é', 'e').replace('ä', 'a')),
    largest: (photos) => photos.map(({ fileSize }) => -fileSize),
  }
  const whole = await idsOf()
  for (const [sort, read] of Object.entries(inOrder)) {
    const photos = await allOf(`sort=${sort}`)
    expect(photos.map(({ id }) => id).toSorted(), sort).toEqual(whole.toSorted())
    expect(await idsOf(`sort=${sort}`), sort).toEqual(photos.map(({ id }) => id))
    const keys = read(photos)
    if (sort === 'newest' || sort === 'oldest') expect(keys).toEqual((keys as string[]).toSorted().toReversed())
    if (sort === 'largest') expect(keys).toEqual((keys as number[]).toSorted((a, b) => a - b))
    if (sort === 'name')
      expect([...new Set(keys)]).toEqual([
        'a.png',
        'b 9.png',
        'b 10.png',
        'e 2.png',
        'e 10.png',
        'img_7.jpg',
        'img_0012.jpg',
        'z.png',
        '日本 2.png',
        '日本 11.png',
      ])
  }
})

test('all words of a search must be in the name or in a tag, ignoring case, without wildcards', async () => {
  await plant([
    { name: 'Harbour 100%.png', tags: ['sea side', 'blue'] },
    { name: 'harbour_1.png', tags: ['summer'] },
    { name: 'ÉTÉ\\1.png', tags: ['sea'] },
    // Decomposed, as macOS writes it.
    { name: 'cafe\u0301.png' },
    // File names lose invisible characters, tags don't.
    { name: '🏳\ufe0f🌈.png', tags: ['می\u200cخواهم'] },
  ])
  const found = async (search: string, more = '') =>
    (await allOf(`search=${encodeURIComponent(search)}${more}`)).map(({ filename }) => filename.normalize('NFC'))
  expect(await found('HARBOUR')).toEqual(['Harbour 100%.png', 'harbour_1.png'])
  expect(await found('sea arb')).toEqual(['Harbour 100%.png'])
  expect(await found('%')).toEqual(['Harbour 100%.png'])
  expect(await found('r_1')).toEqual(['harbour_1.png'])
  expect(await found('\\')).toEqual(['ÉTÉ\\1.png'])
  expect(await found('été')).toEqual(['ÉTÉ\\1.png'])
  expect(await found('CAFÉ')).toEqual(['café.png'])
  const joined = ['🏳\ufe0f🌈.png']
  expect(await found('🏳\ufe0f\u200d🌈')).toEqual(joined)
  expect(await found('می\u200cخواهم')).toEqual(joined)
  expect(await found('\u200d')).toEqual([])
  // Not across the boundary of a name and a tag.
  expect(await found('pngsea')).toEqual([])
  expect(await found('', '&tag=sea')).toEqual(['ÉTÉ\\1.png'])
  expect(await overview('search=summer&tag=summer')).toMatchObject({ found: 1, total: 5 })
})

test('sections have counts, in the order of the companies; a photo of two is in both and counted once', async () => {
  const [first, second, empty] = [await user.buildCompany(), await user.buildCompany(), await user.buildCompany()]
  const ids = await plant(numbered(30))
  await link(ids.slice(0, 12), second.id)
  await link(ids.slice(10, 14), first.id)
  expect(await overview()).toMatchObject({
    found: 30,
    total: 30,
    sections: [
      { section: first.id, count: 4 },
      { section: second.id, count: 12 },
      { section: 'none', count: 16 },
    ],
  })
  expect((await allOf(`section=${second.id}`)).map(({ id }) => id)).toEqual(ids.slice(0, 12))
  expect((await allOf('section=none')).map(({ id }) => id)).toEqual(ids.slice(14))
  expect(await allOf(`section=${empty.id}`)).toEqual([])
  expect(await idsOf()).toEqual([...ids.slice(10, 14), ...ids.slice(0, 10), ...ids.slice(14)])
  expect(await overview('search=1.jpg')).toMatchObject({
    found: 3,
    sections: [
      { section: first.id, count: 1 },
      { section: second.id, count: 2 },
      { section: 'none', count: 1 },
    ],
  })
})

test('marks are the places where blocks end, and each block is asked for by itself, also when photos came and went meanwhile', async () => {
  const ids = await plant(numbered(35))
  const { marks } = await user.api<{ marks: string[] }>('GET', '/media/marks?section=none&every=10')
  expect(marks).toHaveLength(3)
  await user.api('POST', '/media/delete', { ids: [ids[19], ids[2]] })
  await plant([{ name: 'new.jpg' }])
  const third = await page(`section=none&limit=10&after=${encodeURIComponent(marks[1] ?? '')}`)
  expect(third.items.map(({ id }) => id)).toEqual(ids.slice(20, 30))
  expect(third.next).toBe(marks[2])
  const thumbnail = third.items[0]?.thumbnailUrl
  expect(thumbnail).toMatch(/^\/files\/thumbnail\//)
})

test('a photo of a moment shared with others is neither shown twice nor left out', async () => {
  await plant(numbered(25))
  await app.services.db.asSystem((tx) => tx.execute(sql`update media_items set created_at = date_trunc('hour', created_at)`))
  for (const sort of ['newest', 'oldest']) expect(new Set((await allOf(`sort=${sort}`)).map(({ id }) => id)).size).toBe(25)
})

test('made-up cursors are rejected', async () => {
  const id = randomUUID()
  const cursors = [
    ['newest', 'x'],
    ['newest', `1e3_${id}`],
    ['newest', `1_${'-'.repeat(36)}`],
    ['largest', `-1_${id}`],
    ['largest', `${'9'.repeat(18)}_${id}`],
    ['name', `%%_${id}`],
    ['name', `${Buffer.from([0xff, 0xfe]).toString('base64')}_${id}`],
    ['name', `${Buffer.from('a\0').toString('base64')}_${id}`],
  ] as const
  const statuses = cursors.map(async ([sort, after]) => {
    const { status } = await user.call('GET', `/api/v1/media?limit=5&sort=${sort}&after=${encodeURIComponent(after)}`)
    return [sort, after, status]
  })
  expect(await Promise.all(statuses)).toEqual(cursors.map(([sort, after]) => [sort, after, 400]))
})

test('tags and companies of some photos are reported in numbers, and only of one’s own', async () => {
  const company = await user.buildCompany()
  const ids = await plant([
    { name: 'a', tags: ['x', 'y'] },
    { name: 'b', tags: ['x'] },
    { name: 'c', tags: ['z'] },
  ])
  await link(ids.slice(1), company.id)
  expect(await user.api<MediaSummary>('POST', '/media/summary', { ids: ids.slice(0, 2) })).toEqual({
    companies: [{ id: company.id, count: 1 }],
    tags: [
      { tag: 'x', count: 2 },
      { tag: 'y', count: 1 },
    ],
  })
  expect((await user.api<TagCounts>('GET', '/media/tags'))[0]).toEqual({ tag: 'x', count: 2 })
  const other = await app.buildUser()
  expect((await other.call('POST', '/api/v1/media/summary', { ids })).status).toBe(404)
})

test('the photos of a video are those that all of the library would give, company or not', async () => {
  const company = await user.buildCompany()
  const ids = await plant([...numbered(60), { name: 'moving.gif' }])
  const { id: projectId } = await user.buildProject()
  const library = await user.api<MediaItem[]>('GET', '/media')
  const paths = (items: MediaItem[]) => items.map(({ filePath }) => filePath)
  const listPhotos = async (query = '') =>
    (await user.api<{ photos: string[] }>('GET', `/media/video-photos?projectId=${projectId}${query}`)).photos
  const fallback = { backgrounds: [], library: [] }
  const expected = (ofCompany: MediaItem[]) =>
    videoPhotos({ projectId, background: null, library: { all: paths(library), ofCompany: paths(ofCompany) }, fallback })
  expect(await listPhotos()).toEqual(expected([]))
  await link(ids.slice(0, 2), company.id)
  expect(await listPhotos(`&companyId=${company.id}`)).toEqual(expected([]))
  await link(ids.slice(0, 12), company.id)
  const own = library.filter(({ id }) => ids.slice(0, 12).includes(id))
  expect(await listPhotos(`&companyId=${company.id}`)).toEqual(expected(own))
})

test('a page of 0.2.0 goes on getting its list, newest first, of all photos or of a company', async () => {
  const company = await user.buildCompany()
  const ids = await plant(numbered(130))
  await link(ids.slice(3, 5), company.id)
  const whole = await user.api<MediaItem[]>('GET', '/media')
  expect(whole.map(({ id }) => id)).toEqual(ids)
  expect(whole[3]?.companyIds).toEqual([company.id])
  expect((await user.api<MediaItem[]>('GET', `/media?companyId=${company.id}`)).map(({ id }) => id)).toEqual(ids.slice(3, 5))
  expect(MEDIA_WHOLE_MAX).toBe(20_000)
})
