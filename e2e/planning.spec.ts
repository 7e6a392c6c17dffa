import type { Page } from '@playwright/test'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { connectAccount } from './driving/posts.ts'
import { openProject } from './driving/projects.ts'
import { resetSandbox } from './driving/sandbox.ts'

test.afterEach(() => resetSandbox())

const DAY_MS = 86_400_000

async function openTool(page: Page, name: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Some days from now. */
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const fileOf = (lines: string[]) => ({ name: 'posts.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

test(
  'plans a week with posting times, a CSV import, a recurring post and a calendar feed',
  { tag: '@long' },
  async ({ member: page, request }) => {
    // Five dialogs and their looks, in one account.
    test.slow()
    await connectAccount(page, 'tumblr', 'mira')
    await openProject(page, { title: '3 plants', slides: [{ textBoxes: [{ text: 'one' }] }, { textBoxes: [{ text: 'two' }] }] })
    await page.goto('/post_scheduler')

    await openTool(page, 'Weekly posting times')
    const times = page.getByRole('dialog', { name: 'Weekly posting times' })
    await times.getByRole('button', { name: 'Add' }).click()
    await expect(times.getByRole('button', { name: 'Remove Friday at 09:00 AM' })).toBeVisible()
    await times.getByRole('button', { name: 'Remove Friday at 09:00 AM' }).click()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'weekly times')
    await times.getByRole('button', { name: 'Save times' }).click()
    await expect(page.getByText('Posting times saved')).toBeVisible()

    await openTool(page, 'Import posts')
    const tables = page.getByRole('dialog', { name: 'Import posts' })
    const head = 'project,platform,date,time,caption,blog'
    const line = `3 plants,Tumblr,${dayIn(3)},09:30`
    await tables
      .locator('input[type=file]')
      .setInputFiles(fileOf([head, `${line},First,mira-bakes`, '4 plants,Tumblr,soon,09:30,Second,mira-bakes']))
    await expect(tables.getByRole('row', { name: '3 project No slideshow has this title or id.' })).toBeVisible()
    await expect(tables.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'a file with faults')
    await tables.locator('input[type=file]').setInputFiles(fileOf([head, `${line},First,mira-bakes`, `${line},Second,mira-bakes`]))
    await tables.getByRole('button', { name: 'Import 2 posts' }).click()
    await expect(page.getByText('2 posts imported')).toBeVisible()
    await expect(tables).toBeHidden()

    await page.getByRole('button', { name: 'Schedule Post' }).click()
    const order = page.getByRole('dialog', { name: 'Schedule Post' })
    await order.getByRole('radio', { name: '3 plants' }).check()
    await order.getByRole('checkbox', { name: /, Tumblr/ }).check()
    await order.getByRole('combobox', { name: 'Repeat' }).click()
    await page.getByRole('option', { name: 'Every day' }).click()
    await expect(order.getByText('and so on')).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'a repetition')
    await order.getByRole('button', { name: 'Schedule Post' }).click()
    await expect(order.getByText('Success!')).toBeVisible()
    await expect(order).toBeHidden()

    await openTool(page, 'Calendar link')
    const links = page.getByRole('dialog', { name: 'Calendar link' })
    await links.getByRole('button', { name: 'Create link' }).click()
    const secret = await links.getByRole('textbox', { name: 'Secret link' }).inputValue()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'the calendar link')
    // A program without a session.
    const calendar = await (await request.get(secret)).text()
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(62)
    expect(calendar).toContain('SUMMARY:Tumblr @mira')
    await page.keyboard.press('Escape')

    await openTool(page, 'Repeating posts')
    const repeats = page.getByRole('dialog', { name: 'Repeating posts' })
    await expect(repeats.getByText(/60 posts planned/)).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'repetitions')
    await repeats.getByRole('button', { name: 'Stop repeating 3 plants' }).click()
    await page.getByRole('button', { name: 'Stop repeating', exact: true }).click()
    await expect(repeats.getByText(/^Ended/)).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Schedule Post' }).click()
    await order.getByRole('radio', { name: '3 plants' }).check()
    await order.getByRole('checkbox', { name: /, Tumblr/ }).check()
    await order.getByLabel('Time', { exact: true }).fill('03:17')
    await order.getByRole('button', { name: 'Next free slot' }).click()
    await expect(order.getByLabel('Time', { exact: true })).toHaveValue('09:00')
    const [weekday] = new Date(`${await order.getByLabel('Date', { exact: true }).inputValue()}T09:00Z`).toUTCString().split(',')
    expect(weekday).not.toBe('Fri')
  },
)
