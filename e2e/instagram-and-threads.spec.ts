import type { Page } from '@playwright/test'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { decide, openAccounts, revokeAt } from './driving/platforms.ts'
import { connectAccount } from './driving/posts.ts'
import { openScheduleDialog } from './driving/schedule-dialog.ts'
import { resetSandbox } from './driving/sandbox.ts'
import { openSlideshow } from './driving/studio.ts'

const sandbox = `http://127.0.0.1:${process.env.E2E_SANDBOX_PORT}`

test.setTimeout(240_000)
test.beforeEach(async ({ watch }) => {
  await resetSandbox()
  // The consent pages are the platforms', not ours.
  watch.expectProblem(/^foreign request: http:\/\/127\.0\.0\.1:\d+\//)
})
test.afterEach(() => resetSandbox())

const card = (page: Page, label: string) => page.getByRole('region', { name: `${label} accounts` })

for (const [platform, label] of [
  ['instagram', 'Instagram'],
  ['threads', 'Threads'],
] as const) {
  test(`connects two ${label} accounts, reports a declined consent, and reconnects one`, { tag: '@long' }, async ({ member: page }) => {
    await openAccounts(page)
    await expect(card(page, label).getByText(new RegExp(`^Sandbox: an imitation of ${label}`))).toBeVisible()
    await card(page, label).getByRole('button', { name: 'Add Account' }).click()
    await decide(page, { account: 'sandy', allow: false })
    await expect(page.getByRole('heading', { name: 'Connection Failed' })).toBeVisible()
    await expect(page.getByText('You cancelled. Nothing was connected.')).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, `denied at ${label}`)
    await page.getByRole('link', { name: 'Back to Settings' }).click()
    for (const account of ['sandy', 'mira']) {
      await card(page, label).getByRole('button', { name: 'Add Account' }).click()
      await decide(page, { account, allow: true })
      await expect(page.getByRole('heading', { name: 'Successfully Connected' })).toBeVisible()
      expect(new URL(page.url()).search).toBe('')
      await expect(page).toHaveURL(/\/settings\?tab=accounts$/)
      await openAccounts(page)
    }
    await expect(card(page, label).getByRole('listitem')).toHaveCount(2)
    await expect(card(page, label).getByText('Active')).toHaveCount(2)
    await expectAccessibleIn(page, EVERY_VIEWPORT, `two accounts of ${label}`)
    await revokeAt(platform, 'mira')
    await card(page, label)
      .getByRole('button', { name: /^Disconnect @mira/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await expect(card(page, label).getByRole('listitem')).toHaveCount(1)
  })
}

interface Live {
  platform: string
  description: string
  text: string
  files: { width: number; height: number; alt?: string }[]
}

test('publishes a slideshow to Instagram and Threads, each in its format, with alt texts', async ({ member: page, context }) => {
  await connectAccount(page, 'instagram', 'sandy')
  await connectAccount(page, 'threads', 'sandy')
  await openSlideshow(page, { topic: '3 things to do before breakfast', slides: 3 })
  const dialog = await openScheduleDialog(page)
  await dialog.getByRole('checkbox', { name: /, Instagram$/ }).check()
  await dialog.getByRole('checkbox', { name: /, Threads$/ }).check()
  await dialog.getByLabel('Caption', { exact: true }).fill('before breakfast')
  await dialog.getByLabel('Description', { exact: true }).fill('three small things #morning')
  await dialog.getByRole('switch', { name: 'AI-generated content' }).check()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'a post to Instagram and Threads')
  const story = dialog.getByRole('switch', { name: 'Post as a story' })
  await story.check()
  await dialog.getByRole('radio', { name: 'Post now' }).check()
  await dialog.getByRole('button', { name: 'Post now' }).click()
  await expect(dialog.getByText('Agree to leave out slides 2 to 3, or remove slides 2 to 3')).toBeVisible()
  await story.uncheck()
  await dialog.getByRole('button', { name: 'Post now' }).click()
  await expect(dialog.getByText('Success!')).toBeVisible()

  const calendar = await context.newPage()
  await calendar.goto('/post_scheduler')
  const published = calendar.getByRole('group', { name: 'Posts by status' }).getByRole('button', { name: /Published/ })
  await expect(published).toHaveText(/^2/, { timeout: 60_000 })
  await expectAccessibleIn(calendar, EVERY_VIEWPORT, 'posts of Instagram and Threads in the calendar')
  const live = ((await (await fetch(`${sandbox}/_control/live`)).json()) as { posts: Live[] }).posts
  const [instagram, threads] = live.toSorted((a, b) => a.platform.localeCompare(b.platform))
  expect(instagram).toMatchObject({ platform: 'instagram', description: 'before breakfast\n\nthree small things #morning' })
  expect(threads).toMatchObject({ platform: 'threads', text: 'before breakfast\n\nthree small things #morning' })
  expect(instagram?.files.map(({ width, height }) => [width, height])).toEqual(Array.from({ length: 3 }, () => [1080, 1350]))
  expect(threads?.files.map(({ width, height }) => [width, height])).toEqual(Array.from({ length: 3 }, () => [1080, 1920]))
  for (const file of [...(instagram?.files ?? []), ...(threads?.files ?? [])]) expect(file.alt).toMatch(/\w/)
})
