import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { bytesOf, decodePng, downloadBy } from './driving/exporting.ts'
import { expect, expectAccessible, test } from './driving/journey.ts'
import { connectAccount, schedule } from './driving/posts.ts'
import { openProject } from './driving/projects.ts'
import { chooseAudience, openScheduleDialog } from './driving/schedule-dialog.ts'
import { liveFile, livePosts, resetSandbox } from './driving/sandbox.ts'
import { openSlideshow } from './driving/studio.ts'

const sandbox = `http://127.0.0.1:${process.env.E2E_SANDBOX_PORT}`

test.beforeEach(async ({ watch }) => {
  // Its ledger holds what other journeys published.
  await resetSandbox()
  // Consent pages and the feed are the sandbox's, not ours.
  watch.expectProblem(/^foreign request: http:\/\/127\.0\.0\.1:\d+\//)
})
test.afterEach(() => resetSandbox())

interface Post {
  id: string
  platform: string
  status: string
  remoteUrl: string | null
  media?: { url: string; sha256: string; mimeType: string }[]
}

const getJson = async <T>(page: Page, path: string): Promise<T> => (await (await page.context().request.get(path)).json()) as T
const postsOf = async (page: Page) => (await getJson<{ posts: Post[] }>(page, '/api/v1/scheduled-posts')).posts
const count = (page: Page, status: string) =>
  page.getByRole('group', { name: 'Posts by status' }).getByRole('button', { name: new RegExp(status) })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('publishes a slideshow to two accounts with the previewed slides, and updates the calendar live', async ({
  member: page,
  context,
}) => {
  await connectAccount(page, 'tiktok', 'sandy')
  await connectAccount(page, 'tumblr', 'sandy')
  await openSlideshow(page, { topic: '3 things to do before breakfast', slides: 3 })
  const seen = decodePng(await bytesOf(await downloadBy(page, /^Download this slide Slide 1, PNG, 1080/)))

  const calendar = await context.newPage()
  await calendar.goto('/post_scheduler')
  await expect(calendar.getByText('No Scheduled Posts')).toBeVisible()

  const dialog = await openScheduleDialog(page)
  await dialog.getByRole('checkbox', { name: '@sandy.creates, TikTok' }).check()
  await dialog.getByRole('checkbox', { name: /, Tumblr$/ }).check()
  await dialog.getByLabel('Caption', { exact: true }).fill('before breakfast')
  await chooseAudience(dialog, 'Everyone')
  await dialog.getByRole('radio', { name: 'Post now' }).check()
  await dialog.getByRole('button', { name: 'Post now' }).click()
  await expect(dialog.getByText('Success!')).toBeVisible()

  // No user touches this page.
  await expect(count(calendar, 'Published')).toHaveText(/^2/, { timeout: 60_000 })
  await expectAccessible(calendar, 'a calendar of what is out')

  const live = await livePosts()
  expect(live.map(({ platform }) => platform).toSorted()).toEqual(['tiktok', 'tumblr'])
  for (const post of await postsOf(page)) {
    const { media = [], remoteUrl } = await getJson<Post>(page, `/api/v1/scheduled-posts/${post.id}`)
    const shown = live.find(({ platform }) => platform === post.platform)
    expect(shown?.files.map((file) => file.sha256)).toEqual(media.map((file) => file.sha256))
    expect(remoteUrl).toBe(`${sandbox}/live/${post.platform}/${shown?.id}`)
    const [first] = media
    const bytes = await liveFile(first?.sha256 ?? '')
    expect(sha256(bytes)).toBe(first?.sha256)
    if (first?.mimeType === 'image/png') expect(Buffer.compare(decodePng(bytes).data, seen.data)).toBe(0)
  }

  const feed = await context.newPage()
  await feed.goto(`${sandbox}/`)
  await expect(feed.getByText('before breakfast').first()).toBeVisible()
  await expectAccessible(feed, 'the feed of the sandbox')
})

test('shows why a platform rejected a post, and publishes it on retry', { tag: '@long' }, async ({ member: page }) => {
  const account = await connectAccount(page, 'tiktok', 'mira')
  const projectId = await openProject(page, { title: '3 things to do before breakfast', slides: [{ textBoxes: [{ text: 'one' }] }] })
  await fetch(`${sandbox}/_control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      provider: 'tiktok',
      next: [{ kind: 'error', path: 'content/init', status: 403, code: 'spam_risk_too_many_posts' }],
    }),
  })
  await schedule(page, { projectId, account, at: 'now', caption: 'once more' })
  await page.goto('/post_scheduler')
  await page
    .getByRole('radio', { name: 'List' })
    .or(page.getByRole('button', { name: 'List', exact: true }))
    .first()
    .click()
  await expect(page.getByText(/@mira\.bakes has reached TikTok’s limit for today/)).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page, 'a list with a post that failed')
  expect(await livePosts()).toEqual([])
  await page
    .getByRole('button', { name: /3 things to do before breakfast/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Retry now' }).click()
  const sure = page.getByRole('alertdialog', { name: 'Post now?' }).or(page.getByRole('dialog', { name: 'Post now?' }))
  await sure.getByRole('button', { name: 'Post now' }).click()
  await expect(sure).toBeHidden()
  // The details stay open over the list.
  await page.keyboard.press('Escape')
  await expect(count(page, 'Published')).toHaveText(/^1/, { timeout: 60_000 })
  expect(await livePosts()).toHaveLength(1)
})

test('asks the user about a post with an unknown outcome, and follows the answer', { tag: '@long' }, async ({ member: page }) => {
  test.setTimeout(180_000)
  const account = await connectAccount(page, 'tiktok', 'sandy')
  const projectId = await openProject(page, { title: 'calm mornings', slides: [{ textBoxes: [{ text: 'one' }] }] })
  // The platform's webhooks would resolve the outcome, and without a download the post certainly isn't there.
  await fetch(`${sandbox}/_control/tiktok`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ webhookUrl: null, pullsFirst: true }),
  })
  await fetch(`${sandbox}/_control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'tiktok', next: [1, 2].map(() => ({ kind: 'lost', path: 'content/init' })) }),
  })
  const stands = async (ids: string[], delivery: string) =>
    expect
      .poll(
        async () =>
          (await Promise.all(ids.map((id) => getJson<{ delivery: string }>(page, `/api/v1/scheduled-posts/${id}`)))).map(
            (post) => post.delivery,
          ),
        {
          timeout: 90_000,
        },
      )
      .toEqual(ids.map(() => delivery))
  const ids = [
    await schedule(page, { projectId, account, at: 'now', caption: 'first' }),
    await schedule(page, { projectId, account, at: 'now', caption: 'second' }),
  ]
  const [first = '', second = ''] = ids
  await stands(ids, 'uncertain')

  await test.step('without its account nothing can be looked up, which is said before it goes', async () => {
    await page.goto('/settings?tab=accounts')
    await page.getByRole('button', { name: 'Disconnect @sandy.creates' }).click()
    const question = page.getByRole('dialog', { name: 'Disconnect @sandy.creates' })
    await expect(question.getByText('2 scheduled posts', { exact: true })).toBeVisible()
    await expect(question.getByText('They will fail unless you reconnect the account before then.')).toBeVisible()
    await expectAccessible(page, 'a disconnection that concerns posts')
    await question.getByRole('button', { name: 'Disconnect' }).click()
    await stands(ids, 'unconfirmed')
    await connectAccount(page, 'tiktok', 'sandy')
  })

  const details = page.getByRole('dialog', { name: 'calm mornings' })
  await test.step('it is there', async () => {
    await page.goto(`/post_scheduler?post=${first}`)
    const answer = details.getByRole('button', { name: 'It is there', exact: true })
    await expect(answer).toBeVisible()
    await expectAccessible(page, 'a post that nobody knows of')
    await answer.click()
    await expect(details.getByText('You found it on the platform.')).toBeVisible()
    await stands([first], 'published')
  })
  await test.step('it is not there', async () => {
    await page.goto(`/post_scheduler?post=${second}`)
    await details.getByRole('button', { name: 'It is not there, post again' }).click()
    await page.getByRole('dialog', { name: 'Post again?' }).getByRole('button', { name: 'Post again' }).click()
    await stands([second], 'published')
    await expect(details.getByText('You did not find it on the platform. Posting it again.')).toBeVisible()
  })
})
