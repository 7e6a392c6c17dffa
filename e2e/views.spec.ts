import type { Page } from '@playwright/test'
import { newAccount } from './driving/account.ts'
import { expect, test } from './driving/journey.ts'
import { apiHeaders } from './driving/product.ts'
import { generator, openSlideshow, pick, recents, stripSlides, textBoxes, topicField } from './driving/studio.ts'

const view = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true })
const section = (page: Page, name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true })

test('reopens the last slideshow with the studio, on desktop and phone', async ({ slideshow: page }) => {
  await view(page, 'Photo Library').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Photo Library' })).toBeVisible()
  // A page that is loaded again still knows it.
  await page.reload()
  await view(page, 'Content Studio').click()
  await expect(stripSlides(page)).toHaveCount(3)
  await expect(page).toHaveURL(/[?&]project=/)

  await page.setViewportSize({ width: 390, height: 844 })
  await section(page, 'Schedule').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Post Scheduler' })).toBeVisible()
  await section(page, 'Edit').click()
  await expect(stripSlides(page)).toHaveCount(3)
  await section(page, 'Library').click()
  await section(page, 'Create').click()
  await section(page, 'Edit').click()
  await expect(textBoxes(page).first()).toBeAttached()
})

test('does not reopen a deleted slideshow or one of another user', { tag: '@long' }, async ({ slideshow: page, context, watch }) => {
  watch.expectProblem(/^HTTP 404 GET \/api\/v1\/projects\//)
  const id = new URL(page.url()).searchParams.get('project') ?? ''
  await view(page, 'Photo Library').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Photo Library' })).toBeVisible()
  const gone = await context.request.delete(`/api/v1/projects/${id}`, { headers: await apiHeaders(context.request) })
  expect(gone.ok(), await gone.text()).toBe(true)
  await view(page, 'Content Studio').click()
  await expect(page.getByText('This slideshow no longer exists')).toBeVisible()
  await view(page, 'Photo Library').click()
  await view(page, 'Content Studio').click()
  await expect(page.getByText('No slides generated yet')).toBeVisible()
  expect(page.url()).not.toContain(id)
})

test('does not reopen a slideshow that an address named before it has opened', { tag: '@long' }, async ({ slideshow: page }) => {
  const opened = new URL(page.url()).searchParams.get('project') ?? ''
  await page.route('**/api/v1/projects/unknown', () => {})
  await page.goto('/content_studio?project=unknown')
  await expect(page.getByRole('heading', { level: 1, name: 'Content Studio' })).toBeAttached()
  await page.goto('/photo_library')
  await view(page, 'Content Studio').click()
  await expect(stripSlides(page)).toHaveCount(3)
  expect(new URL(page.url()).searchParams.get('project')).toBe(opened)
})

test('the next user of a window gets an empty studio', async ({ slideshow: page, context }) => {
  await view(page, 'Photo Library').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Photo Library' })).toBeVisible()
  // A page that is open while its user changes reloads by itself.
  await page.goto('about:blank')
  await newAccount(context, { pro: true })
  await page.goto('/photo_library')
  await view(page, 'Content Studio').click()
  await expect(page.getByText('No slides generated yet')).toBeVisible()
})

test('reopens the last slideshow in a new window, and the form follows what is opened', async ({ slideshow: first, context }) => {
  await openSlideshow(first, { topic: '4 desk plants', slides: 5 })
  await first.close()
  const page = await context.newPage()
  await page.goto('/content_studio')
  await expect(stripSlides(page)).toHaveCount(5)
  await expect(topicField(page)).toHaveValue('4 desk plants')

  await topicField(page).fill('winter walks')
  await pick(page, generator(page).getByRole('combobox', { name: 'Number of slides' }), /^7 slides/)
  await page.reload()
  await expect(stripSlides(page)).toHaveCount(5)
  await expect(topicField(page)).toHaveValue('winter walks')

  const other = recents(page).getByRole('listitem').filter({ hasText: '3 things to do before breakfast' })
  await other.getByRole('button').first().click()
  await expect(topicField(page)).toHaveValue('3 things to do before breakfast')
  await page.getByRole('button', { name: 'Bring back my topic' }).click()
  await expect(topicField(page)).toHaveValue('winter walks')
  await expect(generator(page).getByRole('combobox', { name: 'Number of slides' })).toContainText('7 slides')
})

test('an empty stage above saved slideshows says how to open one', { tag: '@long' }, async ({ slideshow: page }) => {
  await page.evaluate(() => localStorage.clear())
  await page.goto('/settings')
  await page.evaluate(() => localStorage.clear())
  await page.goto('/content_studio')
  await expect(page.getByRole('heading', { name: 'No slideshow is open' })).toBeVisible()
})
