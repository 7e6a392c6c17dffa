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
async function buildVersions(owner: TestUser, count: number, bytes: number): Promise<void> {
  const { id } = await owner.buildProject()
  const slides = sql`jsonb_build_array(jsonb_build_object('title', n::text, 'text', repeat('é' || (n % 10), ${bytes} / 3)))`
  await app.services.db.asSystem((tx) =>
    tx.execute(sql`insert into project_versions (project_id, version, user_id, title, slides)
      select ${id}::uuid, n, ${owner.id}, 'version ' || n, ${slides} from generate_series(100, 99 + ${count}::int) n`),
  )
}

/** The parts of a table, in order. */
function partsOf(entries: Map<string, Buffer>, table: string): Buffer[] {
  return [...entries].filter(([name]) => new RegExp(`^data/${table}(-\\d+)?\\.json$`).test(name)).map(([, content]) => content)
}

const rowsOf = (parts: readonly Buffer[]) => parts.flatMap((part) => JSON.parse(part.toString('utf8')) as unknown[])

/** Reads until these bytes arrive, and no further. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, text: string): Promise<Buffer> {
  let received: Buffer = Buffer.alloc(0)
  while (!received.includes(text)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`The answer ended before ${text}`)
    received = Buffer.concat([received, value])
  }
  return received
}

async function startDownload(owner: TestUser) {
  const client = new AbortController()
  const response = await owner.fetch('/api/account/download', { signal: client.signal })
  if (!response.body) throw new Error('No body')
  return { response, reader: response.body.getReader(), leave: () => client.abort() }
}

async function readOn(reader: ReadableStreamDefaultReader<Uint8Array>, received: Buffer): Promise<Buffer> {
  const all = [received]
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
  const compressed = await app.services.db.asSystem((tx) =>
    tx.select().from(projectVersions).where(eq(projectVersions.userId, user.id)).orderBy(asc(projectVersions.version)),
  )
  expect(compressed).toHaveLength(20)
  expect(rowsOf(parts)).toEqual(JSON.parse(JSON.stringify(compressed)))
  expect(entries.get('data/slides.json')?.toString('utf8')).toMatch(/^\[\n {2}\{\n {4}"projectId": [\s\S]*\n {2}\}\n\]\n$/)
  expect(entries.get('data/custom_modes.json')?.toString('utf8')).toBe('[]\n')
})

test('streams a video byte for byte without buffering it', async () => {
  const { db, store } = app.services
  const [path, missing] = [newKey(user.id, 'mp4'), newKey(user.id, 'mp4')]
  const video = randomBytes(3 * MB + 17)
  await store.put(path, video, 'video/mp4')
  const facts = { userId: user.id, state: 'stored' as const, mimeType: 'video/mp4', bytes: video.length }
  await db.asSystem((tx) => tx.insert(files).values([path, missing].map((each) => ({ ...facts, path: each }))))
  const received = vi.spyOn(store, 'read')
  const entries = unzip(Buffer.from(await (await user.fetch('/api/account/download')).arrayBuffer()))
  const named = (key: string) => entries.get(`files/${key.slice(key.indexOf('/') + 1)}`)
  expect(named(path)?.equals(video)).toBe(true)
  expect(named(missing)?.length).toBe(0)
  expect(received.mock.calls.flat()).not.toContain(path)
})

test('includes every row of a table with many pages exactly once', async () => {
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

test('reads no further than the client and locks nothing in the database', async () => {
  await buildVersions(user, 12, 2 * MB)
  const { db } = app.services
  const rows: unknown[] = []
  for await (const { name, read: received } of exportAccount(app.services, user.id)) {
    if (!name.startsWith('data/project_versions')) continue
    rows.push(...rowsOf([Buffer.from(await received())]))
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

test('limits pages by size when rows grow during the download', async () => {
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

test('a failure in the middle aborts the connection, is logged, and releases the download slot', { tags: ['long'] }, async () => {
  await buildVersions(user, 20, 2 * MB)
  const { reader } = await startDownload(user)
  const received = await readUntil(reader, 'data/project_versions.json')
  const { pool } = app.services.db
  await pool.query('alter table custom_modes rename to elsewhere')
  await expect(readOn(reader, received)).rejects.toThrow('terminated')
  expect(app.logged.filter((line) => line.includes('Download interrupted'))).toHaveLength(1)
  await pool.query('alter table elsewhere rename to custom_modes')
  await expect.poll(async () => (await startDownload(user)).response.status).toBe(200)
})

test('allows one download per user at a time; a waiting one is not counted and delays no other user', async () => {
  const other = await app.buildUser()
  await buildVersions(user, 20, 2 * MB)
  const first = await startDownload(user)
  expect(first.response.status).toBe(200)
  for (let turn = 0; turn < 12; turn += 1) {
    const { response } = await startDownload(user)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30'])
  }
  expect((await startDownload(other)).response.status).toBe(200)
  first.leave()
  await expect.poll(async () => (await startDownload(user)).response.status).toBe(200)
})
