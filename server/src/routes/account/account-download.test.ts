import { randomBytes } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { exportAccount } from '../../account/export-account.ts'
import { ownedRows } from '../../account/owned-rows.ts'
import { files } from '../../db/schema-photos.ts'
import { projectVersions } from '../../db/schema-projects.ts'
import { newKey } from '../../storage/store/storage-key.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { unzip } from '../../testing/unzip.ts'

const MB = 1024 * 1024

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

/** Many versions of one slideshow, each of the given size. */
async function buildVersions(person: TestUser, count: number, bytes: number): Promise<void> {
  const { id } = await person.buildProject()
  const slides = sql`jsonb_build_array(jsonb_build_object('title', n::text, 'text', repeat('é' || (n % 10), ${bytes} / 3)))`
  await app.services.db.asSystem((tx) =>
    tx.execute(sql`insert into project_versions (project_id, version, user_id, title, slides)
      select ${id}::uuid, n, ${person.id}, 'version ' || n, ${slides} from generate_series(100, 99 + ${count}::int) n`),
  )
}

/** The parts of a table, in order. */
function partsOf(entries: Map<string, Buffer>, table: string): Buffer[] {
  return [...entries].filter(([name]) => new RegExp(`^data/${table}(-\\d+)?\\.json$`).test(name)).map(([, content]) => content)
}

const rowsOf = (parts: readonly Buffer[]) => parts.flatMap((part) => JSON.parse(part.toString('utf8')) as unknown[])

/** Reads until these bytes arrive, and no further. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, wanted: string): Promise<Buffer> {
  let read: Buffer = Buffer.alloc(0)
  while (!read.includes(wanted)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`The answer ended before ${wanted}`)
    read = Buffer.concat([read, value])
  }
  return read
}

async function begin(person: TestUser) {
  const left = new AbortController()
  const response = await person.fetch('/api/account/download', { signal: left.signal })
  if (!response.body) throw new Error('No body')
  return { response, reader: response.body.getReader(), leave: () => left.abort() }
}

async function readOn(reader: ReadableStreamDefaultReader<Uint8Array>, begun: Buffer): Promise<Buffer> {
  const all = [begun]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(all)
    all.push(Buffer.from(value))
  }
}

test('a table that is too large for one file goes on in further ones, none much longer than a part', { tags: ['long'] }, async () => {
  await buildVersions(user, 20, 2 * MB)
  const response = await user.fetch('/api/account/download')
  const entries = unzip(Buffer.from(await response.arrayBuffer()))
  const parts = partsOf(entries, 'project_versions')
  expect([...entries.keys()]).toContain('data/project_versions-2.json')
  expect(parts.length).toBeGreaterThan(5)
  for (const part of parts) expect(part.byteLength).toBeLessThan(9 * MB)
  const kept = await app.services.db.asSystem((tx) =>
    tx.select().from(projectVersions).where(eq(projectVersions.userId, user.id)).orderBy(asc(projectVersions.version)),
  )
  expect(kept).toHaveLength(20)
  expect(rowsOf(parts)).toEqual(JSON.parse(JSON.stringify(kept)))
  expect(entries.get('data/slides.json')?.toString('utf8')).toMatch(/^\[\n {2}\{\n {4}"projectId": [\s\S]*\n {2}\}\n\]\n$/)
  expect(entries.get('data/custom_modes.json')?.toString('utf8')).toBe('[]\n')
})

test('a video is included byte for byte, and never in memory whole', async () => {
  const { db, store } = app.services
  const [path, gone] = [newKey(user.id, 'mp4'), newKey(user.id, 'mp4')]
  const video = randomBytes(3 * MB + 17)
  await store.put(path, video, 'video/mp4')
  const facts = { userId: user.id, state: 'stored' as const, mimeType: 'video/mp4', bytes: video.length }
  await db.asSystem((tx) => tx.insert(files).values([path, gone].map((each) => ({ ...facts, path: each }))))
  const read = vi.spyOn(store, 'read')
  const entries = unzip(Buffer.from(await (await user.fetch('/api/account/download')).arrayBuffer()))
  const named = (key: string) => entries.get(`files/${key.slice(key.indexOf('/') + 1)}`)
  expect(named(path)?.equals(video)).toBe(true)
  expect(named(gone)?.length).toBe(0)
  expect(read.mock.calls.flat()).not.toContain(path)
})

test('every row of a table that takes many pages is there once', async () => {
  await app.services.db.asSystem((tx) =>
    tx.execute(sql`insert into usage_counters (user_id, kind, window_start)
      select ${user.id}, 'kind ' || n % 3, timestamptz '2026-01-01' + n * interval '1 microsecond' from generate_series(1, 1001) n`),
  )
  await app.services.db.asSystem((tx) =>
    tx.execute(
      sql`insert into content_ideas (user_id, title, category) select ${user.id}, 'idea ' || n, 'tips' from generate_series(1, 1001) n`,
    ),
  )
  const response = await user.fetch('/api/account/download')
  const entries = unzip(Buffer.from(await response.arrayBuffer()))
  const counters = rowsOf(partsOf(entries, 'usage_counters')) as { kind: string }[]
  expect(counters.filter(({ kind }) => kind.startsWith('kind '))).toHaveLength(1001)
  const ideas = rowsOf(partsOf(entries, 'content_ideas')) as { title: string }[]
  expect([ideas.length, new Set(ideas.map(({ title }) => title)).size]).toEqual([1001, 1001])
})

test('nothing is read ahead of the client, and nothing is locked in the database meanwhile', async () => {
  await buildVersions(user, 12, 2 * MB)
  const { db } = app.services
  const rows: unknown[] = []
  for await (const { name, read } of exportAccount(app.services, user.id)) {
    if (!name.startsWith('data/project_versions')) continue
    rows.push(...rowsOf([Buffer.from(await read())]))
    // Takes a table lock immediately, and removes rows that the download has not read yet.
    await db.asSystem(async (tx) => {
      await tx.execute(sql`lock table project_versions in access exclusive mode nowait`)
      await tx.delete(projectVersions).where(eq(projectVersions.userId, user.id))
    })
  }
  // A part of 4 MB, and the page of its last row.
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.length).toBeLessThan(6)
})

test('rows that grow during the download are not read together as short ones', async () => {
  await buildVersions(user, 1, 5 * MB)
  const { db } = app.services
  const [first] = await db.asSystem((tx) => tx.select().from(projectVersions).where(eq(projectVersions.userId, user.id)))
  if (!first) throw new Error('No version')
  const short = Array.from({ length: 12 }, (_row, index) => ({ ...first, version: first.version + 1 + index, slides: [], room: undefined }))
  await db.asSystem((tx) => tx.insert(projectVersions).values(short))
  const pages: number[] = []
  const owned = { table: projectVersions, textBytes: projectVersions.room, userId: user.id, maxBytes: 4 * MB }
  for await (const page of ownedRows(db, owned)) {
    if (pages.length === 0) {
      const longer = sql`jsonb_build_array(repeat('x', ${1.5 * MB}::int))`
      await db.asSystem((tx) => tx.execute(sql`update project_versions set slides = ${longer} where version > ${first.version}`))
    }
    pages.push(page.length)
  }
  expect(pages).toEqual([1, 2, 2, 2, 2, 2, 2])
})

test(
  'what fails in the middle breaks the connection off, is told to the operator, and leaves no place taken',
  { tags: ['long'] },
  async () => {
    await buildVersions(user, 20, 2 * MB)
    const { reader } = await begin(user)
    const begun = await readUntil(reader, 'data/project_versions.json')
    const { pool } = app.services.db
    await pool.query('alter table custom_modes rename to elsewhere')
    await expect(readOn(reader, begun)).rejects.toThrow('terminated')
    expect(app.logged.filter((line) => line.includes('Download interrupted'))).toHaveLength(1)
    await pool.query('alter table elsewhere rename to custom_modes')
    await expect.poll(async () => (await begin(user)).response.status).toBe(200)
  },
)

test('one user has one download at a time; a second one waits, is not counted and delays no one else', async () => {
  const other = await app.buildUser()
  await buildVersions(user, 20, 2 * MB)
  const first = await begin(user)
  expect(first.response.status).toBe(200)
  for (let turn = 0; turn < 12; turn += 1) {
    const { response } = await begin(user)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30'])
  }
  expect((await begin(other)).response.status).toBe(200)
  first.leave()
  await expect.poll(async () => (await begin(user)).response.status).toBe(200)
})
