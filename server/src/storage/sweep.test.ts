import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { files } from '../db/schema.ts'
import { startTestApp } from '../testing/app.ts'
import { sweepFiles } from './sweep.ts'

const LATER = new Date(Date.now() + 2 * 60 * 60 * 1000)

test('what crashes left behind goes, on either side; everything else stays', async () => {
  const { services, buildUser } = await startTestApp()
  const { db, store } = services
  const user = await buildUser()
  const kept = await user.buildPicture()
  const key = (name: string) => `${user.id}/${name}`
  const row = (path: string, state: 'pending' | 'deleting' | 'stored', hours: number) =>
    db.asSystem((tx) =>
      tx
        .insert(files)
        .values({ path, userId: user.id, state, mimeType: 'image/jpeg', createdAt: sql`now() - ${`${hours} hours`}::interval` }),
    )
  const put = (name: string) => store.put(key(name), Buffer.from(name), 'image/jpeg')

  // A crash before the first byte, after the last, and in the middle of a deletion.
  await row(key('1_a.jpg'), 'pending', 2)
  await row(key('1_b.jpg'), 'pending', 2)
  await put('1_b.jpg')
  await row(key('1_c.jpg'), 'deleting', 2)
  for (const name of ['1_c.jpg', '1_c.jpg.thumbnail.webp', '1_c.jpg.cover.jpg']) await put(name)
  // An upload that is under way.
  await row(key('2_d.jpg'), 'pending', 0)
  await put('2_d.jpg')
  // Objects without any row: an original, a rendition, a half-written file.
  for (const name of ['1_e.jpg', '1_f.jpg.cover.jpg', '1_g.jpg.0b5c~']) await put(name)

  const now = await sweepFiles(services)
  expect(now).toEqual({ rows: 3, objects: 0 })
  const later = await sweepFiles(services, LATER)
  expect(later).toEqual({ rows: 0, objects: 3 })

  const left: string[] = []
  for await (const object of store.list()) left.push(object.key)
  expect(left.toSorted()).toEqual([kept.filePath, `${kept.filePath}.thumbnail.webp`, key('2_d.jpg')].toSorted())
  const rows = await db.asSystem((tx) => tx.select({ path: files.path }).from(files).where(eq(files.userId, user.id)))
  expect(rows.map(({ path }) => path).toSorted()).toEqual([kept.filePath, key('2_d.jpg')].toSorted())
  expect(await sweepFiles(services, LATER)).toEqual({ rows: 0, objects: 0 })
})
