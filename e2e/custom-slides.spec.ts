import { expect, test } from './driving/journey.ts'
import { resetSandbox } from './driving/sandbox.ts'
import { chooseType, customSlides, generate, generator, pick, recents, stripSlides, textBoxes } from './driving/studio.ts'

test.beforeEach(resetSandbox)
// The cover of a slideshow may be on its way while the slideshow is deleted.
test.beforeEach(({ watch }) => watch.expectProblem(/^HTTP 404 GET \/files\/covers\//))
test.afterEach(resetSandbox)

test.describe('custom slides', () => {
  test('appear and disappear with the content type, which can be undone', async ({ studio: page }) => {
    await chooseType(page, 'Custom')
    await expect(stripSlides(page)).toHaveCount(5)
    await expect(customSlides(page).getByRole('listitem')).toHaveText([1, 2, 3, 4, 5].map((n) => new RegExp(`Custom Slide ${n}`)))
    await pick(page, generator(page).getByRole('combobox', { name: 'Number of slides' }), '3 slides')
    await expect(stripSlides(page)).toHaveCount(3)

    await chooseType(page, 'Numbered list')
    await expect(page.getByRole('heading', { name: 'No slides generated yet' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recent Slideshows (0)' })).toBeVisible()

    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await expect(stripSlides(page)).toHaveCount(3)
    await expect(page.getByRole('region', { name: 'Recent Slideshows (1)' })).toBeVisible()
  })

  test('leave nothing behind when empty', { tag: '@long' }, async ({ studio: page }) => {
    await generate(page, { topic: '3 calm mornings', slides: 3 })
    await chooseType(page, 'Custom')
    await expect(page.getByRole('region', { name: 'Recent Slideshows (2)' })).toBeVisible()
    await recents(page).getByRole('listitem').filter({ hasText: '3 calm mornings' }).getByRole('button').first().click()
    await expect(page.getByRole('region', { name: 'Recent Slideshows (1)' })).toBeVisible()
    await expect(recents(page).getByText('Custom slideshow')).toBeHidden()

    await chooseType(page, 'Custom')
    await expect(customSlides(page).getByRole('listitem')).toHaveCount(3)
    const { href } = new URL(page.url())
    await page.goto('/settings')
    await page.goto('/content_studio')
    await expect(customSlides(page).getByRole('listitem')).toHaveCount(3)
    expect(new URL(page.url()).searchParams.get('project')).toBe(new URL(href).searchParams.get('project'))
    await expect(page.getByRole('region', { name: 'Recent Slideshows (2)' })).toBeVisible()
  })

  test('follow their instructions, which are saved as a mode and loaded again', { tag: '@long' }, async ({ studio: page }) => {
    await chooseType(page, 'Custom')
    await pick(page, generator(page).getByRole('combobox', { name: 'Number of slides' }), '5 slides')
    await customSlides(page).getByRole('button', { name: 'Instructions for Custom Slide 2' }).click()
    const instructions = page.getByRole('dialog', { name: 'Instructions' })
    for (const name of ['Use AI generation', 'AI-generated text', 'Use a random photo', 'Auto-linked background']) {
      await expect(instructions.getByRole('switch', { name })).toBeChecked()
    }
    await expect(instructions.getByRole('combobox', { name: 'Number of text boxes' })).toContainText('1 text box')
    await pick(page, instructions.getByRole('combobox', { name: 'Number of text boxes' }), '3 text boxes')
    await instructions.getByLabel('Tone and context').fill('dry and short')
    await instructions.getByRole('button', { name: 'Save instructions' }).click()
    await expect(instructions).toBeHidden()
    await customSlides(page).getByRole('button', { name: 'Use AI generation on Custom Slide 3' }).click()

    await customSlides(page).getByRole('button', { name: 'Save', exact: true }).click()
    const save = page.getByRole('dialog', { name: 'Save Custom Mode' })
    await expect(save.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await save.getByLabel('Name').fill('Monday myths')
    await save.getByLabel('Name').press('Enter')
    await expect(save).toBeHidden()

    await chooseType(page, 'Numbered list')
    await expect(page.getByRole('heading', { name: 'No slides generated yet' })).toBeVisible()
    await chooseType(page, 'Custom')
    await expect(stripSlides(page)).toHaveCount(5)
    await customSlides(page).getByRole('button', { name: 'Load', exact: true }).click()
    await page.getByRole('button', { name: 'Load Monday myths' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(customSlides(page).getByRole('button', { name: 'Use AI generation on Custom Slide 3' })).toHaveAttribute(
      'aria-pressed',
      'false',
    )

    await page.getByRole('button', { name: 'Generate Slideshow' }).click()
    // The empty slides it was made of are not left behind.
    await expect(page.getByRole('region', { name: 'Recent Slideshows (1)' })).toBeVisible({ timeout: 60_000 })
    await expect(customSlides(page).getByRole('listitem').first()).toHaveText(/^1(?!Custom Slide)./)
    await expect(stripSlides(page)).toHaveCount(5)
    await stripSlides(page).nth(1).click()
    await expect(textBoxes(page)).toHaveCount(3)
    await stripSlides(page).nth(2).click()
    await expect(textBoxes(page)).toHaveCount(0)
  })

  test('asks before deleting a mode, and reports failures', { tag: '@long' }, async ({ studio: page, watch }) => {
    watch.expectProblem(/^HTTP 500 POST \/api\/v1\/(custom-modes|projects)$/)
    await chooseType(page, 'Custom')
    await customSlides(page).getByRole('button', { name: 'Save', exact: true }).click()
    const save = page.getByRole('dialog', { name: 'Save Custom Mode' })
    await save.getByLabel('Name').fill('Short one')
    await page.route('**/api/v1/custom-modes*', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'no' } } }),
    )
    await save.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(save.getByText('Failed to save custom mode')).toBeVisible()
    await page.unroute('**/api/v1/custom-modes*')
    await save.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(save).toBeHidden()

    await customSlides(page).getByRole('button', { name: 'Load', exact: true }).click()
    await page.route('**/api/v1/projects', (route) => route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'no' } } }))
    await page.getByRole('button', { name: 'Load Short one' }).click()
    await expect(page.getByText('Failed to load custom mode')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Delete Short one' }).click()
    await page.getByRole('dialog', { name: 'Delete Custom Mode' }).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'No custom modes yet' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})
