import { addCompany } from './driving/library.ts'
import { expect, expectAccessibleIn, test, viewportsOf } from './driving/journey.ts'
import { openExportMenu } from './driving/exporting.ts'
import { driveCard } from './driving/google-drive.ts'
import { decide } from './driving/platforms.ts'
import { openProject } from './driving/projects.ts'
import { resetSandbox } from './driving/sandbox.ts'

test.setTimeout(180_000)

test.beforeEach(({ watch }) => {
  // The consent pages are the platforms', not ours.
  watch.expectProblem(/^foreign request: http:\/\/127\.0\.0\.1:\d+\/(google|tumblr)\//)
})
test.afterEach(() => resetSandbox())

test('the export menu is open again after Drive was connected', async ({ member: page }) => {
  const projectId = await openProject(page, { title: 'Calm mornings', slides: [{ textBoxes: [{ text: 'one' }] }] })
  const menu = await openExportMenu(page)
  await menu.getByRole('menuitem', { name: 'Connect in Settings', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Back to the Content Studio' })).toBeVisible()
  await expectAccessibleIn(page, viewportsOf({ width: 1440, height: 900 }, { width: 390, height: 844 }), 'accounts with the way back')
  await driveCard(page).getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('radio', { name: /sandy@example\.com/ }).check()
  await page.getByRole('checkbox', { name: /Drive/ }).check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('Google Drive is connected as sandy@example.com. Redirecting...')).toBeVisible()
  await expect(page.getByRole('menu').getByRole('menuitem', { name: /^Slides to Google Drive/ })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/content_studio\\?project=${projectId}&pane=edit$`))
})

test('a typed brief is there again after an account was connected', async ({ member: page }) => {
  await addCompany(page.context(), 'Dawn Roast')
  await page.goto('/content_plan')
  await page.getByRole('button', { name: 'Write a brief' }).click()
  const brief = page.getByRole('dialog', { name: 'Brief' })
  await brief.getByLabel('Topics').fill('pour over at home')
  await brief.getByLabel('Goals').fill('newsletter readers')
  await brief.getByRole('link', { name: 'Connect an account in the settings' }).click()
  await page.getByRole('region', { name: 'Tumblr accounts' }).getByRole('button', { name: 'Connect' }).click()
  await decide(page, { account: 'sandy', allow: true })
  await expect(brief.getByLabel('Topics')).toHaveValue('pour over at home')
  await expect(brief.getByLabel('Goals')).toHaveValue('newsletter readers')
  await expect(brief.getByRole('checkbox', { name: /^@.* on Tumblr$/ })).toBeVisible()
  await expect(page).toHaveURL(/\/content_plan\?company=/)
})
