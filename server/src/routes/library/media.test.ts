import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { COUNTED_BYTES_MIN } from '@ninesixteen/shared/api/limits'
import type { LibraryPhoto, MediaItem, MediaPage, MediaUsage } from '@ninesixteen/shared/api/media'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import type { Project } from '@ninesixteen/shared/api/projects'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { files, mediaItems } from '../../db/schema-photos.ts'
import { collectUnused } from '../../storage/sweep/collect-unused.ts'
import { buildSlide, photo, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

const page = (query = '') => user.api<MediaPage>('GET', `/media/page${query}`)

async function buildPhoto(): Promise<{ id: string; filePath: string }> {
  const { media, filePath } = await user.buildPhoto()
  return { id: media?.id ?? '', filePath }
}

async function readable(path: string): Promise<boolean> {
  const [url] = await user.api<(string | null)[]>('POST', '/files/urls', { paths: [path], variant: 'cover' })
  return typeof url === 'string' && (await fetch(app.url + url)).status === 200
}

/** Inserts rows of photos without files, `perMoment` of them with the same timestamp. */
async function plant(total: number, perMoment = 1): Promise<void> {
  await app.services.db.asSystem(async (tx) => {
    await tx.execute(sql`insert into files (path, user_id, state, mime_type, bytes)
      select ${user.id} || '/1_' || n || '.jpg', ${user.id}, 'stored', 'image/jpeg', 1000 from generate_series(1, ${total}::int) n`)
    await tx.execute(sql`insert into media_items (id, user_id, filename, file_path, file_size, dimensions, created_at)
      select gen_random_uuid(), ${user.id}, n || '.jpg', ${user.id} || '/1_' || n || '.jpg', 1000, '30x40',
        now() - (n / ${perMoment}::int) * interval '1 microsecond' from generate_series(1, ${total}::int) n`)
  })
}

describe('the library in pages', () => {
  test('shows each photo once, newest first, with its companies and a link to its thumbnail', async () => {
    const company = await user.buildCompany()
    const [older, newer] = [await buildPhoto(), await buildPhoto()]
    await user.api('POST', '/media/link', { ids: [older.id], companyId: company.id })
    const { items, total, next, storage } = await page()
    expect(items.map(({ id, companyIds }) => [id, companyIds])).toEqual([
      [newer.id, []],
      [older.id, [company.id]],
    ])
    expect([total, next]).toEqual([2, null])
    expect(storage).toEqual({ used: items.length * COUNTED_BYTES_MIN, limit: 5 * 1024 ** 3 })
    const thumbnail = await fetch(app.url + items[0]?.thumbnailUrl)
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('goes on where the last page ended, also among photos of one moment and when the last one shown is gone', async () => {
    await plant(25, 4)
    const seen: LibraryPhoto[] = []
    let after = ''
    do {
      const part = await page(`?limit=7${after}`)
      expect(part.total).toBe(25 - (seen.length > 0 ? 1 : 0))
      seen.push(...part.items)
      if (after === '') await user.api('POST', '/media/delete', { ids: [seen.at(-1)?.id] })
      after = part.next === null ? '' : `&after=${part.next}`
    } while (after !== '')
    expect(seen.length).toBe(25)
    expect(new Set(seen.map((item) => item.id)).size).toBe(25)
    expect(seen.map((item) => item.createdAt)).toEqual(
      seen
        .map((item) => item.createdAt)
        .toSorted()
        .toReversed(),
    )
  })

  test.each(['x', '1_2', `1e3_${randomUUID()}`, `${'9'.repeat(18)}_${'-'.repeat(36)}`])(
    'refuses a place of its own making: %s',
    async (after) => {
      const { status } = await user.call('GET', `/api/v1/media/page?after=${after}`)
      expect(status).toBe(400)
    },
  )
})

describe('tags', () => {
  test('are added and taken away on many photos at once, in small letters and without repeats', async () => {
    const [a, b] = [await buildPhoto(), await buildPhoto()]
    const ids = [a.id, b.id]
    await user.api('POST', '/media/tags', { ids: [a.id], add: ['  Summer   Sale ', 'summer sale', 'Blue'] })
    const tagged = await user.api<MediaItem[]>('POST', '/media/tags', { ids, add: ['beach'], remove: ['BLUE', 'unknown'] })
    expect(new Map(tagged.map(({ id, tags }) => [id, tags]))).toEqual(
      new Map([
        [a.id, ['beach', 'summer sale']],
        [b.id, ['beach']],
      ]),
    )
    expect((await page()).items.map((item) => item.tags)).toEqual([['beach'], ['beach', 'summer sale']])
  })

  test('are at most twenty a photo, each at most forty characters', async () => {
    const { id } = await buildPhoto()
    const tags = Array.from({ length: 20 }, (_, index) => `tag ${index}`)
    await user.api('POST', '/media/tags', { ids: [id], add: tags })
    const more = await user.call<ErrorBody>('POST', '/api/v1/media/tags', { ids: [id], add: ['one more'] })
    expect([more.status, more.body.error.message]).toEqual([400, 'A photo can have at most 20 tags.'])
    expect((await user.call('POST', '/api/v1/media/tags', { ids: [id], add: ['x'.repeat(41)] })).status).toBe(400)
    expect((await user.call('POST', '/api/v1/media/tags', { ids: [id], add: ['   '] })).status).toBe(400)
    expect((await page()).items[0]?.tags).toHaveLength(20)
  })
})

describe('a photo that is used', () => {
  const show = (filePath: string) => [buildSlide('a', { backgroundImage: filePath }), buildSlide('b')]
  const inBox = (imageUrl: string) => [
    buildSlide('a', { imageBoxes: [{ id: 'i', imageUrl, x: 0, y: 0, width: 9, height: 9, opacity: 1 }] }),
  ]

  async function schedule(project: Project, filePath: string, status: 'pending' | 'published' = 'pending'): Promise<string> {
    const [row] = await app.services.db.asUser(user.id, (tx) =>
      tx
        .insert(scheduledPosts)
        .values({
          userId: user.id,
          projectId: project.id,
          platform: 'tumblr',
          accountId: 'x',
          scheduledTime: new Date('2030-01-02T03:04:05Z'),
          snapshot: show(filePath),
          status,
        })
        .returning({ id: scheduledPosts.id }),
    )
    return row?.id ?? ''
  }

  test('is named with what shows it: slideshows, posts that wait, custom modes', async () => {
    const [used, free] = [await buildPhoto(), await buildPhoto()]
    const first = await user.buildProject({ title: 'first', slides: show(used.filePath) })
    const second = await user.buildProject({ title: 'second', slides: inBox(used.filePath) })
    await user.buildProject({ title: 'third' })
    const mode = await user.api<{ id: string }>('POST', '/custom-modes', { name: 'mine', companyId: null, slides: show(used.filePath) })
    const post = await schedule(first, used.filePath)
    await schedule(first, used.filePath, 'published')
    const usage = await user.api<MediaUsage>('POST', '/media/usage', { ids: [used.id, free.id] })
    expect(usage).toEqual({
      photos: 1,
      projects: {
        total: 2,
        named: [
          { id: second.id, title: 'second' },
          { id: first.id, title: 'first' },
        ],
      },
      posts: { total: 1, named: [{ id: post, title: 'first', platform: 'tumblr', scheduledTime: '2030-01-02T03:04:05.000Z' }] },
      modes: { total: 1, named: [{ id: mode.id, name: 'mine' }] },
      templates: { total: 0, named: [] },
      versions: { total: 0, named: [] },
      companies: { total: 0, named: [] },
    })
    expect(await user.api<MediaUsage>('POST', '/media/usage', { ids: [free.id] })).toMatchObject({ photos: 0, projects: { total: 0 } })
  })

  test('is named with companies, and with slideshows of which only an earlier version shows it', async () => {
    const { id, filePath } = await buildPhoto()
    const company = await user.api<{ id: string }>('POST', '/companies', { name: 'Cafe', productPhotoPath: filePath })
    const both = await user.buildProject({ title: 'still', slides: show(filePath) })
    const before = await user.buildProject({ title: 'before', slides: show(filePath) })
    const save = (project: Project, slides: object[]) =>
      user.api('PUT', `/projects/${project.id}`, { version: 1, saveId: randomUUID(), slides })
    await save(both, [...show(filePath), buildSlide('c')])
    await save(before, [buildSlide('new')])
    expect(await user.api<MediaUsage>('POST', '/media/usage', { ids: [id] })).toMatchObject({
      photos: 1,
      projects: { total: 1, named: [{ id: both.id, title: 'still' }] },
      versions: { total: 1, named: [{ id: before.id, title: 'before' }] },
      companies: { total: 1, named: [{ id: company.id, name: 'Cafe' }] },
    })
  })

  test.each([
    ['a slideshow', async (path: string) => void (await user.buildProject({ slides: show(path) }))],
    ['a box of a slideshow', async (path: string) => void (await user.buildProject({ slides: inBox(path) }))],
    ['a custom mode', (path: string) => user.api('POST', '/custom-modes', { name: 'x', companyId: null, slides: show(path) })],
    [
      'a slideshow template',
      (path: string) =>
        user.api('POST', '/slideshow-templates', { name: 'x', companyId: null, contentType: 'custom', slides: show(path), slots: [] }),
    ],
    ['a scheduled post', async (path: string) => void (await schedule(await user.buildProject(), path))],
    [
      'an earlier version of a slideshow',
      async (path: string) => {
        const { id } = await user.buildProject({ slides: show(path) })
        await user.api('PUT', `/projects/${id}`, { version: 1, saveId: randomUUID(), slides: [buildSlide('new')] })
      },
    ],
    ['the logo of a slide', async (path: string) => void (await user.buildProject({ slides: [buildSlide('a', { logoImage: path })] }))],
    ['a company', (path: string) => user.api('POST', '/companies', { name: 'x', logoPath: path })],
  ])('by %s leaves the library and goes on being shown', async (_what, use) => {
    const [used, free] = [await buildPhoto(), await buildPhoto()]
    await use(used.filePath)
    await user.api('POST', '/media/delete', { ids: [used.id, free.id] })
    expect((await page()).items).toEqual([])
    expect(await readable(used.filePath)).toBe(true)
    expect(await readable(free.filePath)).toBe(false)
    // Long afterwards, too.
    await age(used.filePath)
    expect(await collectUnused(app.services)).toEqual({ collected: 0, held: 0 })
    expect(await readable(used.filePath)).toBe(true)
  })

  async function age(path: string): Promise<void> {
    await app.services.db.asSystem((tx) =>
      tx
        .update(files)
        .set({ createdAt: sql`now() - interval '8 days'` })
        .where(eq(files.path, path)),
    )
  }

  test('goes for good with the last slideshow that showed it, and takes up room until then', async () => {
    const one = await buildPhoto()
    const project = await user.buildProject({ slides: show(one.filePath) })
    const { used } = (await page()).storage
    await user.api('POST', '/media/delete', { ids: [one.id] })
    expect((await page()).storage.used).toBe(used)
    await user.api('DELETE', `/projects/${project.id}`)
    expect(await collectUnused(app.services)).toEqual({ collected: 0, held: 0 })
    await age(one.filePath)
    expect(await collectUnused(app.services)).toEqual({ collected: 1, held: 0 })
    expect((await page()).storage.used).toBe(0)
    expect(await readable(one.filePath)).toBe(false)
  })

  test('is not collected while it is in the library', async () => {
    const one = await buildPhoto()
    await age(one.filePath)
    expect(await collectUnused(app.services)).toEqual({ collected: 0, held: 0 })
    expect(await readable(one.filePath)).toBe(true)
  })
})

test('a whole library is linked, tagged and deleted in one call each', { tags: ['long'] }, async () => {
  await plant(5000)
  const company = await user.buildCompany()
  const rows = await app.services.db.asUser(user.id, (tx) => tx.select({ id: mediaItems.id }).from(mediaItems))
  const ids = rows.map((row) => row.id)
  await user.api('POST', '/media/link', { ids, companyId: company.id })
  await user.api('POST', '/media/tags', { ids, add: ['all'] })
  const { items, total } = await page('?limit=1000')
  expect([total, items.length, items[999]?.companyIds, items[0]?.tags]).toEqual([5000, 1000, [company.id], ['all']])
  expect(await user.api<MediaUsage>('POST', '/media/usage', { ids })).toMatchObject({ photos: 0 })
  await user.api('POST', '/media/delete', { ids })
  expect((await page()).total).toBe(0)
})

test('an ownership that cannot be looked up changes nothing and is said', async () => {
  const { id } = await buildPhoto()
  const company = await user.buildCompany()
  await app.services.db.pool.query('alter table media_items rename column file_path to elsewhere')
  for (const [path, body] of [
    ['link', { ids: [id], companyId: company.id }],
    ['delete', { ids: [id] }],
  ] as const) {
    const answer = await user.call<ErrorBody>('POST', `/api/v1/media/${path}`, body)
    expect([answer.status, answer.body.error.message]).toEqual([403, 'Unable to verify media ownership'])
  }
  await app.services.db.pool.query('alter table media_items rename column elsewhere to file_path')
  expect((await page()).items.map((item) => [item.id, item.companyIds])).toEqual([[id, []]])
})

test.each([[[]], [['']]])('a signed link needs a path: %j', async (paths) => {
  const answer = await user.call<ErrorBody>('POST', '/api/v1/files/urls', { paths, variant: 'thumbnail' })
  expect([answer.status, answer.body.error.message]).toEqual([400, 'File path is required'])
})

test('uploading needs a session', async () => {
  const response = await app.anonymous.upload(await photo())
  expect([response.status, ((await response.json()) as ErrorBody).error.message]).toEqual([401, 'User not authenticated'])
})
