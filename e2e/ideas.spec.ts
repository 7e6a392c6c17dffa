import { expect, test } from './driving/journey.ts'
import { nextAiRequests, resetSandbox } from './driving/sandbox.ts'
import { findIdeas, ideas, stripSlides, topicField } from './driving/studio.ts'

test.beforeEach(resetSandbox)
// The cover of a slideshow may be on its way while the slideshow is deleted.
test.beforeEach(({ watch }) => watch.expectProblem(/^HTTP 404 GET \/files\/covers\//))
test.afterEach(resetSandbox)

test.describe('ideas', () => {
  test('become a slideshow in one click', async ({ studio: page }) => {
    await findIdeas(page, 'slow mornings')
    const first = ideas(page).getByRole('listitem').first()
    const title = (await first.getByRole('paragraph').first().textContent()) ?? ''
    await first.hover()
    await first.getByRole('button', { name: /^Create slideshow/ }).click()
    await expect(topicField(page)).toHaveValue(title)
    await expect(stripSlides(page)).not.toHaveCount(0, { timeout: 60_000 })
    await expect(page.getByRole('region', { name: 'Recent Slideshows (1)' })).toBeVisible()
  })

  test('are filtered, starred and checked, restored when that fails, and cleared', { tag: '@long' }, async ({ studio: page, watch }) => {
    watch.expectProblem(/^HTTP 500 (PATCH|POST) \/api\/v1\/ideas/)
    await page.getByRole('button', { name: 'Generate Ideas' }).click()
    await expect(page.getByText('Please enter a topic for post idea generation')).toBeVisible()
    await findIdeas(page, 'slow mornings')
    await expect(ideas(page).getByRole('listitem')).toHaveCount(25)

    const first = ideas(page).getByRole('listitem').first()
    await first.getByRole('button', { name: /^Favorite / }).click()
    await ideas(page).getByRole('button', { name: 'Favorites only' }).click()
    await expect(ideas(page).getByRole('listitem')).toHaveCount(1)
    await ideas(page).getByRole('button', { name: 'Favorites only' }).click()
    for (const category of ['tips', 'traits', 'reasons']) {
      await ideas(page).getByRole('button', { name: category, exact: true }).click()
      await expect(ideas(page).getByRole('listitem').first()).toContainText(category)
    }
    await ideas(page).getByRole('button', { name: 'all', exact: true }).click()

    await page.route('**/api/v1/ideas/**', (route) => route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'no' } } }))
    // Not `check`: the tick holds for a moment alone.
    await first.getByRole('checkbox').click()
    await expect(page.getByText('Failed to update idea status')).toBeVisible()
    await expect(first.getByRole('checkbox')).not.toBeChecked()
    await ideas(page).getByRole('button', { name: 'Clear ideas' }).click()
    await page.getByRole('dialog', { name: 'Clear ideas' }).getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(page.getByText('Failed to clear ideas. Please try again.')).toBeVisible()
    await page.unroute('**/api/v1/ideas/**')

    const ticked = page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.ok())
    await first.getByRole('checkbox').click()
    await ticked
    await page.reload()
    await expect(first.getByRole('checkbox')).toBeChecked()
    await expect(first.getByRole('button', { name: /^Favorite / })).toHaveAttribute('aria-pressed', 'true')
    const second = ideas(page).getByRole('listitem').nth(1)
    const title = (await second.getByRole('button', { name: /^Delete / }).getAttribute('aria-label'))?.replace('Delete ', '') ?? ''
    await second.getByRole('button', { name: /^Delete / }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete idea' })
    await expect(dialog).toContainText(`Are you sure you want to delete "${title}"?`)
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(ideas(page).getByRole('listitem')).toHaveCount(24)
    await expect(ideas(page).getByText(title, { exact: true })).toBeHidden()
    await ideas(page).getByRole('button', { name: 'Clear ideas' }).click()
    await page.getByRole('dialog', { name: 'Clear ideas' }).getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(page.getByText('No ideas found for the selected filter.')).toBeVisible()
  })

  test('reports a failure of the provider in plain words', async ({ studio: page, watch }) => {
    watch.expectProblem(/^HTTP 502 POST \/api\/ideas$/)
    await nextAiRequests({ kind: 'invalid-json' }, { kind: 'invalid-json' }, { kind: 'invalid-json' })
    await page.getByLabel('Ideas about').fill('slow mornings')
    await page.getByRole('button', { name: 'Generate Ideas' }).click()
    await expect(page.getByText(/^Failed to generate post ideas: ./)).toBeVisible({ timeout: 45_000 })
  })
})
