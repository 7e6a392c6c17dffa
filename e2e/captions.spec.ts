import type { Locator, Page } from '@playwright/test'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { connectAccount } from './driving/posts.ts'
import { nextAiRequests, resetSandbox } from './driving/sandbox.ts'
import { chooseAudience, openScheduleDialog } from './driving/schedule-dialog.ts'
import { openSlideshow } from './driving/studio.ts'

test.afterEach(() => resetSandbox())

const panelOf = (dialog: Locator): Locator => dialog.getByRole('region', { name: 'Captions by AI' })
const captionOf = (dialog: Locator): Locator => dialog.getByLabel('Caption', { exact: true })
const descriptionOf = (dialog: Locator): Locator => dialog.getByLabel('Description', { exact: true })

/** Three captions for the slideshow of the dialog. */
async function write(dialog: Locator): Promise<Locator> {
  await dialog.getByRole('button', { name: 'Write with AI' }).click()
  await expect(panelOf(dialog).getByRole('status')).toHaveText('3 captions are ready.')
  return panelOf(dialog).getByRole('listitem')
}

test('writes captions about the slides, and schedules one of them', async ({ member: page }) => {
  await connectAccount(page, 'tiktok', 'sandy')
  await openSlideshow(page, { topic: '3 things to do before breakfast', slides: 3 })
  const dialog = await openScheduleDialog(page)
  await dialog.getByRole('checkbox', { name: '@sandy.creates, TikTok' }).check()
  const captions = await write(dialog)
  await expect(captions).toHaveCount(3)
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'captions to choose from')
  const [chosen = '', description = '', hashtags = ''] = await captions.nth(1).getByRole('paragraph').allTextContents()
  await dialog.getByRole('button', { name: 'Use caption 2' }).click()
  await expect(panelOf(dialog)).toBeHidden()
  await expect(captionOf(dialog)).toHaveValue(chosen)
  await expect(captionOf(dialog)).toBeFocused()
  await expect(descriptionOf(dialog)).toHaveValue(`${description}\n\n${hashtags}`)
  expect(hashtags).toMatch(/^#\S+( #\S+)+$/)
  await chooseAudience(dialog, 'Everyone')
  await dialog.getByRole('button', { name: 'Schedule Post' }).click()
  await expect(dialog.getByText('Success!')).toBeVisible()
  const { posts }: { posts: { caption: string }[] } = await (await page.context().request.get('/api/v1/scheduled-posts')).json()
  expect(posts).toEqual([expect.objectContaining({ caption: chosen })])
})

test('asks before replacing typed text, and keeps it when the AI fails', { tag: '@long' }, async ({ member: page, watch }) => {
  // Two states are looked at in every look.
  test.setTimeout(180_000)
  watch.expectProblem(/^HTTP \d+ POST \/api\/captions$/)
  await openSlideshow(page, { topic: '3 things to do before breakfast', slides: 3 })
  const dialog = await openScheduleDialog(page)
  await captionOf(dialog).fill('my own caption')
  await descriptionOf(dialog).fill('my own words')
  const captions = await write(dialog)
  const [chosen = '', description = ''] = await captions.first().getByRole('paragraph').allTextContents()
  await dialog.getByRole('button', { name: 'Use caption 1' }).press('Enter')
  const question = captions.first().getByRole('group', { name: 'You already have text' })
  await expect(question.getByRole('button', { name: 'Add below' })).toBeFocused()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'asked before text is replaced')
  await question.getByRole('button', { name: 'Keep mine' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Use caption 1' })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Add below' }).click()
  await expect(captionOf(dialog)).toHaveValue('my own caption')
  expect(await descriptionOf(dialog).inputValue()).toContain(`my own words\n\n${chosen}\n\n${description}\n\n#`)

  await write(dialog)
  await dialog.getByRole('button', { name: 'Use caption 1' }).click()
  await question.getByRole('button', { name: 'Replace' }).click()
  await expect(captionOf(dialog)).toHaveValue(chosen)
  expect(await descriptionOf(dialog).inputValue()).toContain(`${description}\n\n#`)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(captionOf(dialog)).toHaveValue('my own caption')

  await nextAiRequests({ kind: '401' })
  await dialog.getByRole('button', { name: 'Write with AI' }).click()
  await expect(panelOf(dialog).getByRole('alert')).toHaveText(/^The AI provider refused the key\. Check it in the settings\./)
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'captions that failed')
  await nextAiRequests({ kind: 'stall', afterChars: 60 })
  await panelOf(dialog).getByRole('button', { name: 'Try again' }).click()
  await expect(panelOf(dialog).getByText('Writing captions…')).toBeVisible()
  await expect(panelOf(dialog).getByRole('paragraph').first()).toHaveText(/\S/)
  await panelOf(dialog).getByRole('button', { name: 'Cancel' }).click()
  await expect(panelOf(dialog)).toBeHidden()
  await expect(captionOf(dialog)).toHaveValue('my own caption')

  // Without a connection it says so at once.
  watch.expectProblem(/^console\.error: .*ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Write with AI' }).click()
  await expect(panelOf(dialog).getByRole('alert')).toContainText("We can't reach the server.")
  await page.context().setOffline(false)
  await panelOf(dialog).getByRole('button', { name: 'Close captions' }).click()
  await expect(captionOf(dialog)).toHaveValue('my own caption')
})

async function saveHashtags(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: 'Save hashtags' }).click()
  const save = page.getByRole('dialog', { name: 'Save hashtags' })
  await expect(save.getByRole('list', { name: 'Hashtags' }).getByRole('listitem')).toHaveText(['slow', 'tea'])
  await save.getByRole('textbox', { name: 'Hashtags' }).fill('long walks')
  await save.getByRole('textbox', { name: 'Hashtags' }).press('Enter')
  await save.getByLabel('Name').fill('mornings')
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'hashtags to save')
  await save.getByRole('button', { name: 'Save' }).click()
  await expect(save).toBeHidden()
}

test('saves hashtags, and adds them to the description or the tags', { tag: '@long' }, async ({ member: page }) => {
  await connectAccount(page, 'tumblr', 'sandy')
  await openSlideshow(page, { topic: '3 things to do before breakfast', slides: 3 })
  const dialog = await openScheduleDialog(page)
  await descriptionOf(dialog).fill('a day #slow\n#tea')
  await saveHashtags(page, dialog)
  const insert = async () => {
    await dialog.getByRole('button', { name: 'Templates' }).click()
    await page.getByRole('menuitem', { name: /^mornings/ }).click()
  }
  await insert()
  await expect(descriptionOf(dialog)).toHaveValue('a day #slow\n#tea #longwalks')
  await dialog.getByRole('checkbox', { name: /, Tumblr$/ }).check()
  await insert()
  await expect(dialog.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['slow', 'tea', 'longwalks'])
  await expect(descriptionOf(dialog)).toHaveValue('a day #slow\n#tea #longwalks')

  await dialog.getByRole('button', { name: 'Templates' }).click()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'a group of hashtags in the menu')
  await page.getByRole('menuitem', { name: 'Edit or delete templates' }).click()
  await page.getByRole('button', { name: 'Delete mornings' }).click()
  await page.getByRole('dialog', { name: 'Delete Template' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No templates yet')).toBeVisible()
})

test('writes captions for the open slideshow in the editor, to copy', async ({ slideshow: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Write caption' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write caption' })
  await expect(dialog.getByText('3 captions are ready.')).toBeAttached()
  await dialog.getByRole('button', { name: 'Copy caption 2' }).click()
  await expect(page.getByText('Caption copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(await dialog.getByRole('listitem').nth(1).getByRole('paragraph').first().innerText())
  expect(copied).toMatch(/#\w+/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
