import type { Locator, Page } from '@playwright/test'
import { freshCredentials, newAccount, setPlan } from './driving/account.ts'
import { expect, test } from './driving/journey.ts'
import { resetSandbox } from './driving/sandbox.ts'
import { smallTargets } from './driving/targets.ts'
import { expectSaved, stage, stripSlides, textBoxes, topicField } from './driving/studio.ts'
import { readZip } from './driving/zip.ts'

/** Presses Tab until the element has focus. */
async function tabTo(page: Page, what: Locator): Promise<void> {
  for (let press = 0; press < 120; press += 1) {
    if (await what.evaluate((element) => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(what)}`)
}

test('signs in, writes and exports by keyboard', async ({ page, context }) => {
  test.setTimeout(180_000)
  const account = await newAccount(context, { pro: true })
  await context.clearCookies()

  await page.goto('/auth')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(account.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/content_studio/)

  await test.step('generate', async () => {
    await tabTo(page, topicField(page))
    await page.keyboard.type('3 signs of a good teapot')
    await tabTo(page, page.getByRole('switch', { name: 'Call to action / soft sell' }))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'Generate Slideshow' }))
    await page.keyboard.press('Enter')
    // The number in the topic and the cover.
    await expect(stripSlides(page)).toHaveCount(4, { timeout: 60_000 })
  })

  await test.step('move and edit a box', async () => {
    const box = textBoxes(page).first()
    await tabTo(page, box)
    const before = await box.boundingBox()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await box.boundingBox())?.y ?? 0).toBeGreaterThan((before?.y ?? 0) + 8)
    await page.keyboard.press('Enter')
    await expect(stage(page).getByRole('textbox')).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('it pours')
    await page.keyboard.press('Enter')
    await expect(stage(page).getByRole('button', { name: 'Text box 1: it pours' })).toBeFocused()
    await expectSaved(page)
  })

  await test.step('fullscreen and back', async () => {
    await page.keyboard.press('f')
    await expect(page.getByRole('button', { name: 'Leave fullscreen' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Leave fullscreen' })).toBeHidden()
  })

  await test.step('export', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Export' }))
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.getByRole('menuitem').first().focus()
    await page.keyboard.press('Enter')
    expect((await readZip(await download)).map((file) => file.name)).toEqual(['slide_1.png', 'slide_2.png', 'slide_3.png', 'slide_4.png'])
  })
})

test('signs up and schedules a post by keyboard, with large enough targets', { tag: '@long' }, async ({ page, watch }) => {
  test.setTimeout(180_000)
  // The consent page is the platform's, not ours.
  watch.expectProblem(/^foreign request: http:\/\/127\.0\.0\.1:\d+\/tumblr/)
  const account = freshCredentials()
  const press = async (what: Locator, key = 'Enter'): Promise<void> => {
    await tabTo(page, what)
    await page.keyboard.press(key)
  }
  const type = async (what: Locator, text: string): Promise<void> => {
    await tabTo(page, what)
    await page.keyboard.type(text)
  }
  const expectTargets = async (screen: string): Promise<void> => expect(await smallTargets(page), screen).toEqual([])

  await test.step('sign up', async () => {
    await page.goto('/auth')
    await press(page.getByRole('button', { name: 'Sign Up' }))
    await type(page.getByLabel('Email'), account.email)
    await type(page.getByLabel('Password', { exact: true }), account.password)
    await type(page.getByLabel('Confirm Password', { exact: true }), account.password)
    await expectTargets('signing up')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/pricing$/)
    await expectTargets('the plans')
    await setPlan('grant', account.email)
    // The page that shows the plan learns of it by itself.
    await expect(page).toHaveURL(/\/content_studio$/)
  })

  await test.step('connect an account', async () => {
    await page.goto('/settings?tab=accounts')
    const tumblr = page.getByRole('region', { name: 'Tumblr accounts' })
    await expect(tumblr).toBeVisible()
    await expectTargets('the settings')
    await press(tumblr.getByRole('button', { name: 'Connect', exact: true }))
    await press(page.locator('input[name=account][value=sandy]'), 'Space')
    await press(page.getByRole('button', { name: /^allow/i }))
    await expect(page).toHaveURL(/\/settings\?tab=accounts$/, { timeout: 20_000 })
    await expectTargets('the accounts')
  })

  await test.step('generate', async () => {
    await page.goto('/content_studio')
    await type(topicField(page), '3 signs of a good teapot')
    await expectTargets('the studio')
    await press(page.getByRole('button', { name: 'Generate Slideshow' }))
    await expect(stripSlides(page).first()).toBeVisible({ timeout: 60_000 })
    await expectSaved(page)
    await expectTargets('the editor')
  })

  await test.step('schedule', async () => {
    await press(page.getByRole('main').getByRole('button', { name: 'Schedule Post' }).first())
    const dialog = page.getByRole('dialog', { name: 'Schedule Post' })
    await expect(dialog.getByRole('group', { name: 'When' })).toBeVisible()
    await press(dialog.getByRole('checkbox', { name: /, Tumblr$/ }), 'Space')
    await type(dialog.getByLabel('Date', { exact: true }), `0701${new Date().getUTCFullYear() + 1}`)
    await type(dialog.getByLabel('Time', { exact: true }), '0930AM')
    await type(dialog.getByLabel('Caption', { exact: true }), 'it pours without a drop')
    await expectTargets('the schedule dialog')
    await press(dialog.getByRole('button', { name: 'Schedule Post' }))
    await expect(dialog.getByText('Success!')).toBeVisible()
    await expect(dialog).toBeHidden()
    const { posts }: { posts: unknown[] } = await (await page.context().request.get('/api/v1/scheduled-posts')).json()
    const time = `${new Date().getUTCFullYear() + 1}-07-01T09:30:00.000Z`
    expect(posts).toMatchObject([{ platform: 'tumblr', caption: 'it pours without a drop', scheduledTime: time }])
    await page.goto('/post_scheduler')
    await expect(page.getByRole('heading', { level: 1, name: 'Post Scheduler' })).toBeVisible()
    await expectTargets('the scheduler')
  })
  await resetSandbox()
})
