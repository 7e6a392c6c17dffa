import { expect, test } from 'vitest'
import { POST_TABLE } from '../../posts/csv/post-columns.ts'
import { readTable } from '../../posts/csv/read-table.ts'
import { startTestApp } from '../../testing/app.ts'
import { insertAccount, insertPost } from '../../testing/seeded-posts.ts'

test('exports all posts of a user as CSV for spreadsheets and the import', async () => {
  const app = await startTestApp()
  const [user, other] = [await app.buildUser(), await app.buildUser()]
  const project = await user.buildProject({ title: '=HYPERLINK("http://evil.example","x")' })
  const { accountId, username } = await insertAccount(app, user)
  const options = { platform: 'tiktok', audience: 'SELF_ONLY', musicConsent: true, allowComments: true }
  const post = await insertPost(app, user, {
    accountId,
    projectId: project.id,
    options,
    caption: '@home, "quoted"\r\nsecond line',
    scheduledTime: new Date('2027-03-28T00:30:00Z'),
    timeZone: 'Europe/Berlin',
  })
  const draft = await insertPost(app, user, { platform: 'tumblr', scheduledTime: null, delivery: 'draft', caption: '-1+1' })
  await insertPost(app, other, { caption: 'of another person' })
  const response = await user.fetch('/api/scheduled-posts.csv')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="posts-[\d-]{10}\.csv"$/)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = bytes.toString('utf8')
  expect(text.endsWith('\r\n')).toBe(true)
  // No cell begins like a formula, quoted or not.
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`)
  expect(text).not.toMatch(/(^|,|\r\n)"?[=+@-]/)
  const { rows, faults } = readTable(text, POST_TABLE)
  expect(faults).toEqual([])
  expect(rows.map(({ cells }) => Object.fromEntries(cells))).toMatchObject([
    {
      id: post.id,
      project: project.title,
      project_id: project.id,
      platform: 'tiktok',
      account: username,
      status: 'pending',
      date: '2027-03-28',
      time: '01:30',
      time_zone: 'Europe/Berlin',
      kind: 'slides',
      caption: '@home, "quoted"\r\nsecond line',
      audience: 'SELF_ONLY',
      music_consent: 'yes',
      allow_comments: 'yes',
    },
    { id: draft.id, platform: 'tumblr', status: 'draft', caption: '-1+1' },
  ])
})

test('of many posts it has each once, by their time', { tags: ['long'] }, async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  const startedAt = Date.now()
  const planted: string[] = []
  for (let hour = 0; hour < 20; hour++)
    planted.push((await insertPost(app, user, { scheduledTime: new Date(startedAt + (hour % 5) * 3_600_000) })).id)
  const { rows } = readTable(await (await user.fetch('/api/scheduled-posts.csv')).text(), POST_TABLE)
  expect(rows.map(({ cells }) => cells.get('id')).toSorted()).toEqual(planted.toSorted())
  const times = rows.map(({ cells }) => `${cells.get('date')} ${cells.get('time')}`)
  expect(times).toEqual(times.toSorted())
})
