import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessibleIn, viewportsOf, test } from './driving/journey.ts'
import { apiHeaders } from './driving/product.ts'
import { resetSandbox } from './driving/sandbox.ts'
import { chooseAction, chooseType, customSlides, findIdeas, generate, generator, ideas, openStudio, recents } from './driving/studio.ts'

test.beforeEach(resetSandbox)
// The cover of a slideshow may be on its way while the slideshow is deleted.
test.beforeEach(({ watch }) => watch.expectProblem(/^HTTP 404 GET \/files\/covers\//))
test.afterEach(resetSandbox)

test('renames, duplicates, searches, pages and deletes recent slideshows', { tag: '@long' }, async ({ studio: page, context }) => {
  await generate(page, { topic: '3 small habits', slides: 3 })
  const [project] = (await (await context.request.get('/api/v1/projects')).json()).projects
  const headers = await apiHeaders(context.request)
  for (let copy = 0; copy < 11; copy += 1) {
    expect((await context.request.post(`/api/v1/projects/${project.id}/duplicate`, { headers })).status()).toBe(201)
  }
  await page.reload()
  await expect(page.getByRole('region', { name: 'Recent Slideshows (12)' })).toBeVisible()
  const cards = recents(page).getByRole('listitem')
  await expect(cards).toHaveCount(10)
  await recents(page).getByRole('button', { name: 'See More' }).click()
  await expect(cards).toHaveCount(12)
  await expect(recents(page).getByRole('button', { name: 'See More' })).toBeHidden()

  await test.step('rename in place: the open one as an edit, another one on the server', async () => {
    for (const [from, to] of [
      [project.title, 'Basil diary'],
      [`${project.title} (copy)`, 'Mint diary'],
    ]) {
      await chooseAction(page, from, 'Rename')
      const field = recents(page).getByRole('textbox', { name: `New title of ${from}` })
      await expect(field).toBeFocused()
      await field.fill(to)
      await field.press('Enter')
      await expect(recents(page).getByRole('button', { name: `Actions for ${to}`, exact: true })).toBeVisible()
    }
    await expect(page.getByRole('textbox', { name: /title/i }).or(page.getByText('Basil diary')).first()).toBeVisible()
  })

  await test.step('search', async () => {
    await recents(page).getByRole('searchbox', { name: 'Search slideshows' }).fill('DIARY')
    await expect(page.getByRole('region', { name: 'Recent Slideshows (2)' })).toBeVisible()
    await expect(cards).toHaveCount(2)
    await recents(page).getByRole('searchbox').fill('nothing like it')
    await expect(page.getByRole('heading', { name: 'No slideshows found' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(cards).not.toHaveCount(0)
  })

  await test.step('duplicate and delete', async () => {
    await chooseAction(page, 'Mint diary', 'Duplicate')
    await expect(page.getByRole('region', { name: 'Recent Slideshows (13)' })).toBeVisible()
    await chooseAction(page, 'Mint diary (copy)', 'Delete')
    const question = page.getByRole('dialog', { name: 'Delete Slideshow' })
    await expect(question).toContainText('Are you sure you want to delete "Mint diary (copy)"? This action cannot be undone.')
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Recent Slideshows (12)' })).toBeVisible()
    await expect(page).not.toHaveURL(/project=/)
  })
})

test('a form in a dialog asks before Escape or the close button discards its input', async ({ studio: page }) => {
  const asks = async (dialog: Locator, field: string, title: string) => {
    await dialog.getByLabel(field).fill('something')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: title })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByLabel(field)).toHaveValue('something')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
  }
  await generator(page).getByRole('button', { name: 'Add company' }).click()
  await asks(page.getByRole('dialog', { name: 'Add company' }), 'Company name', 'Discard this company?')
  await page.getByRole('button', { name: 'Caption templates' }).click()
  await page.getByRole('button', { name: 'New template' }).click()
  await asks(page.getByRole('dialog', { name: 'Save Template' }), 'Template name', 'Discard this template?')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('creates, validates, changes and deletes caption templates', async ({ studio: page, watch }) => {
  watch.expectProblem(/^HTTP 500 (POST|DELETE) \/api\/v1\/templates/)
  const breakCalls = () =>
    page.route('**/api/v1/templates**', (route) => route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'no' } } }))
  await page.getByRole('button', { name: 'Caption templates' }).click()
  await page.getByRole('button', { name: 'New template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save Template' })
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Template name').focus()
  await dialog.getByLabel('Description').focus()
  await dialog.getByLabel('Caption').focus()
  await expect(dialog.getByText('Please enter a template name')).toBeVisible()
  await expect(dialog.getByText('Please enter a caption or description to save')).toBeVisible()
  await dialog.getByLabel('Template name').fill('Launch')
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Caption').fill('our new roast is here')
  await expect(dialog.getByText('21/150')).toBeVisible()
  await breakCalls()
  await save.click()
  await expect(dialog.getByText('Failed to save template')).toBeVisible()
  await page.unrouteAll()
  await save.click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Edit Launch' }).click()
  await dialog.getByLabel('Description').fill('roasted this morning')
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('roasted this morning')).toBeVisible()

  const question = page.getByRole('dialog', { name: 'Delete Template' })
  await page.route('**/api/v1/templates/**', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'no' } } }),
  )
  await page.getByRole('button', { name: 'Delete Launch' }).click()
  await expect(question).toContainText('Are you sure you want to delete this template?')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Failed to delete template')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Delete Launch' }).click()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No templates yet' })).toBeVisible()
})

test('the studio is accessible in both themes on a small phone, a tablet and a desktop', { tag: '@long' }, async ({ member: page }) => {
  test.setTimeout(240_000)
  // On a phone; on a desktop these panes are next to each other.
  const phone = { width: 320, height: 640 }
  await page.setViewportSize(phone)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStudio(page)
  const check = async (state: string, before?: () => Promise<void>) => {
    for (const size of [phone, { width: 768, height: 1024 }, { width: 1440, height: 900 }]) {
      await page.setViewportSize(size)
      await before?.()
      await expectAccessibleIn(page, viewportsOf(size), state)
    }
    await page.setViewportSize(phone)
  }
  const show = (pane: 'Create' | 'Edit' | 'Ideas') =>
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: pane }).click()

  await chooseType(page, 'Custom')
  await expect(customSlides(page).getByRole('listitem')).toHaveCount(5)
  await check('custom slides')
  await customSlides(page).getByRole('button', { name: 'Instructions for Custom Slide 1' }).click()
  await expect(page.getByRole('dialog', { name: 'Instructions' })).toBeVisible()
  await check('instructions')
  await page.getByRole('button', { name: 'Save instructions' }).click()
  await customSlides(page).getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Monday myths')
  await check('saving a mode')
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await customSlides(page).getByRole('button', { name: 'Load', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Load Monday myths' })).toBeVisible()
  await check('saved modes')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  await recents(page).getByRole('searchbox').fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No slideshows found' })).toBeVisible()
  // On a small phone the bar of the generator would lie over the list above.
  await check('nothing found', () => recents(page).evaluate((region) => region.scrollIntoView()))
  await recents(page).getByRole('searchbox').fill('')
  await chooseAction(page, 'Custom slideshow', 'Rename')
  await expect(recents(page).getByRole('textbox', { name: /^New title of/ })).toBeFocused()
  await check('renaming')
  await page.keyboard.press('Escape')

  await show('Ideas')
  await findIdeas(page, 'slow mornings')
  await ideas(page).getByRole('button', { name: 'traits', exact: true }).click()
  await check('ideas')

  await show('Edit')
  await page.getByRole('button', { name: 'Caption templates' }).click()
  await page.getByRole('button', { name: 'New template' }).click()
  const template = page.getByRole('dialog', { name: 'Save Template' })
  await template.getByLabel('Template name').focus()
  await template.getByLabel('Caption').focus()
  await expect(template.getByText('Please enter a template name')).toBeVisible()
  await check('writing a template')
})

test('one studio tab polls for due posts, another takes over when it closes, and public pages never do', async ({
  member: page,
  context,
}) => {
  const asks: Page[] = []
  const watchAsks = (watched: Page) =>
    watched.on('request', (request) => request.url().endsWith('/functions/scheduled-post-processor') && asks.push(watched))
  watchAsks(page)
  await page.goto('/settings?tab=appearance')
  await expect.poll(() => asks.length).toBe(1)
  const beside = await context.newPage()
  watchAsks(beside)
  await beside.goto('/content_studio')
  await expect(beside.getByRole('button', { name: 'Generate Slideshow' })).toBeVisible()
  await expect.poll(() => beside.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1)
  const visitor = await context.newPage()
  watchAsks(visitor)
  await visitor.goto('/pricing')
  await expect(visitor.getByRole('heading', { name: 'Pro', exact: true })).toBeVisible()
  expect(asks).toEqual([page])
  await page.close()
  await expect.poll(() => asks.length).toBe(2)
  expect(asks[1]).toBe(beside)
})
