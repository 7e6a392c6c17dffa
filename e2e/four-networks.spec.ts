import type { Locator, Page } from '@playwright/test'
import { setSide, textBox } from './driving/editing.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { connectAccount } from './driving/posts.ts'
import { chooseAudience, openScheduleDialog } from './driving/schedule-dialog.ts'
import { resetSandbox } from './driving/sandbox.ts'
import { openSlideshow, savedSlides, stage } from './driving/studio.ts'

const sandbox = `http://127.0.0.1:${process.env.E2E_SANDBOX_PORT}`
const NETWORKS = ['tiktok', 'tumblr', 'instagram', 'threads'] as const

test.beforeEach(async ({ watch }) => {
  await resetSandbox()
  watch.expectProblem(/^foreign request: http:\/\/127\.0\.0\.1:\d+\//)
})
test.afterEach(() => resetSandbox())

interface Live {
  platform: string
  files: { sha256: string }[]
}

interface Post {
  id: string
  platform: string
  caption: string
  media: { sha256: string; width: number; height: number }[]
}

const getJson = async <T>(page: Page, path: string): Promise<T> => (await (await page.context().request.get(path)).json()) as T

async function chooseFormat(page: Page, format: string): Promise<void> {
  await page.getByRole('button', { name: /^Format: / }).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${format} `) }).click()
}

/** The options of a network's account, unfolded. */
async function options(dialog: Locator, label: string): Promise<Locator> {
  const fold = dialog.getByRole('button', { name: new RegExp(` on ${label}`) })
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
  return dialog.getByRole('region', { name: new RegExp(` on ${label}$`) })
}

test('publishes one slideshow to four networks, each in its format and with its text', { tag: '@long' }, async ({ member: page }) => {
  test.setTimeout(180_000)
  for (const network of NETWORKS) await connectAccount(page, network, 'sandy')
  await openSlideshow(page, { topic: '3 things to do before breakfast', slides: 3 })
  await expect(stage(page)).toHaveAttribute('data-drawn', /./)

  await test.step('a box is moved in 4:5 alone', async () => {
    await chooseFormat(page, '4:5')
    await textBox(page, 1).click()
    await setSide(page, 'y', 20)
    await expect.poll(async () => Object.keys((await savedSlides<{ formats?: object }>(page))[0]?.formats ?? {})).toEqual(['4:5'])
  })

  const dialog = await openScheduleDialog(page)
  const preview = page.getByRole('region', { name: 'Preview' })
  await test.step('one look shows every network', async () => {
    for (const label of ['TikTok', 'Tumblr', 'Instagram', 'Threads']) {
      await dialog.getByRole('checkbox', { name: new RegExp(`, ${label}$`) }).check()
    }
    await expect(preview.getByRole('button', { name: /^Instagram 4:5/ })).toBeVisible()
    await expect(preview.getByRole('button', { name: /^Threads 9:16/ })).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'a post to four networks')
  })

  await test.step('a format for one account, a text for another', async () => {
    await dialog.getByLabel('Caption', { exact: true }).fill('before breakfast')
    await (await options(dialog, 'Tumblr')).getByRole('radio', { name: '1:1' }).check()
    const threads = await options(dialog, 'Threads')
    await threads.getByRole('switch', { name: /^Own text for @/ }).check()
    await threads.getByLabel('Caption', { exact: true }).fill('a thread before breakfast')
    await expect(preview.getByRole('button', { name: /^Tumblr 1:1/ })).toBeVisible()
    await expect(preview.getByText('a thread before breakfast')).toBeVisible()
    await options(dialog, 'TikTok')
    await chooseAudience(dialog, 'Everyone')
  })

  await dialog.getByRole('radio', { name: 'Post now' }).check()
  await dialog.getByRole('button', { name: 'Post now' }).click()
  await expect(dialog.getByText('Success!')).toBeVisible()

  await test.step('what is live is what was rendered', async () => {
    const live = async () => ((await (await fetch(`${sandbox}/_control/live`)).json()) as { posts: Live[] }).posts
    await expect
      .poll(async () => (await live()).map(({ platform }) => platform).toSorted(), { timeout: 120_000 })
      .toEqual([...NETWORKS].toSorted())
    const { posts } = await getJson<{ posts: Post[] }>(page, '/api/v1/scheduled-posts')
    const sizes: Record<string, string> = {}
    for (const { id, platform, caption } of posts) {
      const { media } = await getJson<Post>(page, `/api/v1/scheduled-posts/${id}`)
      sizes[platform] = [...new Set(media.map(({ width, height }) => `${width} x ${height}`))].join(', ')
      const shown = (await live()).find((post) => post.platform === platform)
      expect(shown?.files.map(({ sha256 }) => sha256)).toEqual(media.map(({ sha256 }) => sha256))
      expect(caption).toBe(platform === 'threads' ? 'a thread before breakfast' : 'before breakfast')
    }
    expect(sizes).toEqual({ tiktok: '1080 x 1920', tumblr: '1080 x 1080', instagram: '1080 x 1350', threads: '1080 x 1920' })
  })
})
