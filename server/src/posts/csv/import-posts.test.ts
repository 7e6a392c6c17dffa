import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { RowError, CsvPost } from '@ninesixteen/shared/api/posts-csv'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PostDetails, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { buildSlide, type TestApp, type TestUser } from '../../testing/app.ts'
import { connectAccount, postRequest, startScheduler, targetOf } from '../../testing/scheduler.ts'

let app: TestApp
let user: TestUser
let project: Project
beforeEach(async () => {
  app = await startScheduler()
  user = await app.buildUser()
  project = await user.buildProject({ title: 'Tips, three of them' })
  await connectAccount(app, user, { platform: 'tiktok' })
  await connectAccount(app, user, { platform: 'tumblr' })
})

const check = (text: string, zone = 'Europe/Berlin') =>
  user.api<{ posts: CsvPost[]; faults: RowError[] }>('POST', '/post-tables/check', { text, zone })
const importTable = (text: string, requestId: string = randomUUID()) =>
  user.call<{ posts: number } & ErrorBody>('POST', '/api/v1/post-tables', { text, zone: 'Europe/Berlin', requestId })
const listed = async () => (await user.api<{ posts: ScheduledPost[] }>('GET', '/scheduled-posts')).posts
const faultsOf = async (text: string) => (await check(text)).faults.map(({ line, column, message }) => `${line} ${column}: ${message}`)

const HEAD = 'project,platform,date,time,time_zone,caption,audience,music_consent,blog,tags'
const GOOD = [
  HEAD,
  '"Tips, three of them",TikTok,2027-03-28,02:30,,"First, of two",public to everyone,yes,,',
  '"Tips, three of them",tumblr,2027-03-28,9:05 PM,America/New_York,Second,,,moss,one|two',
  '"Tips, three of them",tumblr,,,,A draft,,,,',
].join('\n')

test('checks a table without creating posts, then imports it', async () => {
  const { posts, faults } = await check(GOOD)
  expect(faults).toEqual([])
  expect(posts.map(({ line, platform, scheduledTime, timeZone, caption }) => [line, platform, scheduledTime, timeZone, caption])).toEqual([
    [2, 'tiktok', '2027-03-28T01:30:00.000Z', 'Europe/Berlin', 'First, of two'],
    [3, 'tumblr', '2027-03-29T01:05:00.000Z', 'America/New_York', 'Second'],
    [4, 'tumblr', null, 'Europe/Berlin', 'A draft'],
  ])
  expect(await listed()).toEqual([])
  const { status, body } = await importTable(GOOD)
  expect([status, body.posts]).toEqual([201, 3])
  const imported = await listed()
  expect(imported.map(({ caption, delivery, pictures }) => [caption, delivery, pictures])).toEqual(
    expect.arrayContaining([
      ['First, of two', 'waiting', 2],
      ['Second', 'waiting', 2],
      ['A draft', 'draft', 2],
    ]),
  )
  const second = imported.find(({ caption }) => caption === 'Second')
  expect(second?.options).toMatchObject({ blog: 'moss', tags: ['one', 'two'], state: 'published' })
})

test('imports nothing from a table with one invalid line', async () => {
  const text = `${GOOD}\nNone of mine,tumblr,2027-03-28,09:00,,,,,moss,`
  expect(await faultsOf(text)).toEqual(['5 project: No slideshow has this title or id.'])
  const { status, body } = await importTable(text)
  expect([status, body.error.code, body.error.message]).toEqual([
    422,
    'TABLE_REFUSED',
    'Nothing was imported. Lines with problems: 1. Check the file again.',
  ])
  expect(await listed()).toEqual([])
})

test('imports a table once per request id, also for concurrent requests', async () => {
  const requestId = randomUUID()
  const responses = await Promise.all([importTable(GOOD, requestId), importTable(GOOD, requestId), importTable(GOOD, requestId)])
  expect(responses.map(({ status, body }) => [status, body.posts])).toEqual([1, 2, 3].map(() => [201, 3]))
  expect((await importTable(GOOD, requestId)).body.posts).toBe(3)
  expect(await listed()).toHaveLength(3)
  await importTable(GOOD)
  expect(await listed()).toHaveLength(6)
})

test('reports each problem with its line and column', async () => {
  await user.buildProject({ title: 'Twice' })
  await user.buildProject({ title: 'Twice' })
  await connectAccount(app, user, { platform: 'tiktok' })
  const line = (cells: string) => `${HEAD}\n${cells}`
  const soon = '2027-03-28,09:00'
  expect(await faultsOf(line(`,tumblr,${soon},,,,,moss,`))).toEqual(['2 project: There is no slideshow here. Enter its title or id.'])
  expect(await faultsOf(line(`Twice,tumblr,${soon},,,,,moss,`))).toEqual([
    '2 project: Several slideshows have this title. Enter the id of one in project_id.',
  ])
  expect(await faultsOf(line(`${project.id},myspace,${soon},,,,,,`))).toEqual([
    '2 platform: Write one of TikTok, Tumblr, Instagram, Threads.',
  ])
  expect(await faultsOf(line(`${project.id},tiktok,${soon},,,SELF_ONLY,yes,,`))).toEqual([
    '2 account: Several TikTok accounts are connected. Enter the name of one.',
  ])
  const times: [string, string][] = [
    ['28.03.2027,09:00', '2 date: Enter the day as year, month and day: 2026-12-31.'],
    ['2027-02-30,09:00', '2 date: Enter the day as year, month and day: 2026-12-31.'],
    ['2027-03-28,25:00', '2 time: Enter the time as 09:30 or 9:30 PM.'],
    ['2027-03-28,', '2 time: There is a day but no time. Leave both empty for a draft.'],
    ['2020-03-28,09:00', '2 date: This time is in the past.'],
    ['2090-03-28,09:00', '2 date: A post can be scheduled up to two years ahead.'],
  ]
  for (const [cells, message] of times) expect(await faultsOf(line(`${project.id},tumblr,${cells},,,,,moss,`))).toEqual([message])
  expect(await faultsOf(line(`${project.id},tumblr,${soon},Mars/Base,,,,moss,`))).toEqual(['2 time_zone: Unknown time zone: Mars/Base.'])
  expect(await faultsOf(line(`${project.id},tumblr,${soon},,${'x'.repeat(151)},,,moss,`))).toEqual([
    '2 caption: The caption is too long: 151 of at most 150 characters.',
  ])
  // Each line has to choose the options that the platform requires, too.
  await user.call(
    'DELETE',
    `/api/v1/accounts/${(await user.api<{ id: string; platform: string }[]>('GET', '/accounts')).find(({ platform }) => platform === 'tiktok')?.id}`,
  )
  expect(await faultsOf(line(`${project.id},tiktok,${soon},,,,,,`))).toEqual([
    '2 audience: Choose who can see this post.',
    "2 music_consent: Agree to TikTok's Music Usage Confirmation first.",
  ])
  expect(await faultsOf(line(`${project.id},tumblr,${soon},,,SELF_ONLY,,,`))).toEqual([
    '2 audience: Tumblr has no audience. Leave this empty.',
  ])
})

test('imports an exported table again at other times', async () => {
  await importTable(GOOD)
  const table = await (await user.fetch('/api/scheduled-posts.csv')).text()
  expect(await faultsOf(table)).toEqual([])
  expect((await importTable(table.replaceAll('2027-03-28', '2027-04-28'))).body.posts).toBe(3)
  const posts = await listed()
  const [first, again] = posts.filter(({ caption }) => caption === 'Second')
  expect(again?.options).toEqual(first?.options)
})

test('imports large tables at once and renders the slides in the background', { tags: ['long'] }, async () => {
  const slides = Array.from({ length: 21 }, (_, index) => buildSlide(`Slide ${index}`))
  const [one, other] = [
    await user.buildProject({ title: 'One', slides }),
    await user.buildProject({ title: 'Other', slides: slides.slice(0, 20) }),
  ]
  const line = (id: string) => `${id},tumblr,2027-03-28,09:00,,,,,moss,`
  const text = [HEAD, line(one.id), line(other.id)].join('\n')
  expect((await importTable(text)).body.posts).toBe(2)
  expect((await listed()).map(({ detail, thumbnailUrl }) => [detail, thumbnailUrl])).toEqual(
    [1, 2].map(() => ['Making the pictures.', null]),
  )
  await app.services.jobs.runDue()
  const posts = await listed()
  expect(posts.map(({ detail, pictures }) => [detail, pictures]).toSorted()).toEqual([
    [null, 20],
    [null, 21],
  ])
  const details = await user.api<PostDetails>('GET', `/scheduled-posts/${posts[0]?.id}`)
  expect(details.media.length).toBe(posts[0]?.pictures)
})

test('limits the size of a file and the number of its posts', async () => {
  expect((await user.call('POST', '/api/v1/post-tables/check', { text: 'x'.repeat(1024 * 1024 + 1), zone: 'UTC' })).status).toBe(400)
  expect((await user.call('POST', '/api/v1/post-tables/check', { text: 'x'.repeat(3 * 1024 * 1024), zone: 'UTC' })).status).toBe(413)
  expect(await faultsOf(`project\n${'x\n'.repeat(501)}`)).toEqual([
    '1 null: At most 500 posts can be imported from one file. Split it into several.',
  ])
  const many = [HEAD, ...Array.from({ length: 500 }, (_, index) => `${project.id},tumblr,2027-03-28,09:00,,${index},,,moss,`)].join('\n')
  expect((await importTable(many)).body.posts).toBe(500)
})

test('warns about duplicate lines and about the nearest post with the same slideshow', async () => {
  const tumblr = (await user.api<{ platform: string; username: string }[]>('GET', '/accounts')).find(
    ({ platform }) => platform === 'tumblr',
  )
  const line = (when: string, caption = '') => `${project.id},tumblr,${when},,${caption},,,moss,`
  const lines = [
    line('2027-03-28,09:00'),
    line('2027-03-28,09:00', 'other words'),
    line('2027-10-31,09:00'),
    line(','),
    line(','),
    line(',', 'x'),
  ]
  // Tumblr is not asked: the account was never connected.
  const isOfPosts = (warning: string) => !warning.startsWith('Tumblr no longer accepts the connection')
  const warned = async (text: readonly string[]) =>
    (await check([HEAD, ...text].join('\n'))).posts.map(({ warnings }) => warnings.filter(isOfPosts))
  const inTable = `Lines 2 and 3 post the same slideshow to @${tumblr?.username} at the same time.`
  expect(await warned(lines)).toEqual([
    [inTable],
    [inTable],
    [],
    ['Lines 5 and 6 are the same draft.'],
    ['Lines 5 and 6 are the same draft.'],
    [],
  ])
  await importTable([HEAD, lines[0], lines[2]].join('\n'))
  const at = (when: string) => `The same slideshow also goes to @${tumblr?.username} on ${when}.`
  const [first, , other] = await warned(lines)
  expect([first, other]).toEqual([[inTable, at('Mar 28, 2027 at 09:00 AM')], [at('Oct 31, 2027 at 09:00 AM')]])
  const many = Array.from({ length: 500 }, () => line('2027-03-29,09:00'))
  expect((await warned(many))[499]?.[0]).toBe(
    `Lines 2, 3, 4, 5, 6, and 495 more post the same slideshow to @${tumblr?.username} at the same time.`,
  )
})

test('rejects a request id that imported another table', async () => {
  const requestId = randomUUID()
  expect((await importTable(GOOD, requestId)).status).toBe(201)
  const { status, body } = await importTable(GOOD.replace('Second', 'Third'), requestId)
  expect([status, body.error.code, (await listed()).length]).toEqual([409, 'REQUEST_REUSED', 3])
})

test('exports and imports a caption that starts with an apostrophe and a formula unchanged', async () => {
  const caption = "'=1+1\nand more"
  await user.api('POST', '/scheduled-posts', postRequest(project, { scheduledTime: null, ...(await draftTo('tumblr')), caption }))
  const table = await (await user.fetch('/api/scheduled-posts.csv')).text()
  expect((await importTable(table)).status).toBe(201)
  expect((await listed()).map((post) => post.caption)).toEqual([caption, caption])
})

async function draftTo(platform: 'tumblr') {
  const accounts = await user.api<{ platform: string; accountId: string }[]>('GET', '/accounts')
  return { targets: [targetOf(platform, accounts.find((account) => account.platform === platform)?.accountId ?? '')] }
}
