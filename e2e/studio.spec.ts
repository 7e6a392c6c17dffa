import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessibleIn, looksOf, test } from './driving/journey.ts'
import { fromPageOf } from './driving/product.ts'
import { nextAiRequests, resetSandbox } from './driving/sandbox.ts'
import { generate, generator, openStudio, stripSlides, textBoxes, topicField } from './driving/studio.ts'

test.beforeEach(resetSandbox)
// The cover of a slideshow may be on its way while the slideshow is deleted.
test.beforeEach(({ watch }) => watch.expectProblem(/^HTTP 404 GET \/files\/covers\//))
test.afterEach(resetSandbox)

const recents = (page: Page) => page.getByRole('region', { name: /^Recent Slideshows/ })
const ideas = (page: Page) => page.getByRole('region', { name: 'Recent Ideas' })
const customSlides = (page: Page) => generator(page).getByRole('region', { name: 'Custom slides' })

async function chooseType(page: Page, name: string): Promise<void> {
  await generator(page).getByRole('radio', { name }).check()
}

async function pick(page: Page, list: Locator, option: string): Promise<void> {
  await list.click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(page.getByRole('listbox')).toBeHidden()
}

async function act(page: Page, title: string, action: string): Promise<void> {
  await recents(page).getByRole('listitem').filter({ hasText: title }).first().hover()
  await recents(page)
    .getByRole('button', { name: `Actions for ${title}`, exact: true })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function findIdeas(page: Page, topic: string): Promise<void> {
  await page.getByLabel('Ideas about').fill(topic)
  await page.getByRole('button', { name: 'Generate Ideas' }).click()
  await expect(ideas(page).getByRole('listitem')).not.toHaveCount(0)
}

test.describe('each content type', () => {
  const types = [
    { name: 'Numbered list', topic: '4 ways to keep basil alive', count: '5 slides', slides: 5, boxes: /^Text box 1: / },
    { name: 'Directly personal', topic: 'for whoever needs a slow morning', count: '5 slides', slides: 5, boxes: /^Text box 3: / },
    { name: 'Question', topic: 'tea or coffee', count: '2 slides', slides: 2, boxes: /^Text box 1: / },
    { name: 'Multi-photo video', topic: 'keep going', count: '1 slide', slides: 1, boxes: /^Text box 1: / },
  ]
  for (const { name, topic, count, slides, boxes } of types) {
    test(name, async ({ studio: page }) => {
      await chooseType(page, name)
      await topicField(page).fill(topic)
      const softSell = generator(page).getByRole('switch', { name: 'Call to action / soft sell' })
      if (await softSell.isEnabled()) await softSell.uncheck()
      await expect(generator(page).getByRole('combobox', { name: 'Number of slides' })).toContainText(count)
      await page.getByRole('button', { name: name === 'Multi-photo video' ? 'Generate Video' : 'Generate Slideshow' }).click()
      await expect(stripSlides(page)).toHaveCount(slides, { timeout: 60_000 })
      await stripSlides(page).last().click()
      await expect(page.getByRole('region', { name: 'Slide', exact: true }).getByRole('button', { name: boxes })).toBeAttached()
    })
  }

  test('the number of slides counts the closing one', async ({ studio: page }) => {
    await topicField(page).fill('4 ways to keep basil alive')
    await generator(page).getByRole('switch', { name: 'Call to action / soft sell' }).check()
    await expect(generator(page).getByRole('combobox', { name: 'Number of slides' })).toContainText('Auto: 5 slides + closing slide')
    await expect(generator(page).getByText('6 slides in all')).toBeVisible()
    await page.getByRole('button', { name: 'Generate Slideshow' }).click()
    await expect(stripSlides(page)).toHaveCount(6, { timeout: 60_000 })
  })

  test('a question and a video have no choice of number and no soft sell', async ({ studio: page }) => {
    for (const name of ['Question', 'Multi-photo video']) {
      await chooseType(page, name)
      await expect(generator(page).getByRole('combobox', { name: 'Number of slides' })).toBeDisabled()
      const softSell = generator(page).getByRole('switch', { name: 'Call to action / soft sell' })
      await expect(softSell).toBeDisabled()
      await expect(softSell).not.toBeChecked()
      const closing = generator(page).getByRole('switch', { name: 'Close with “like & follow”' })
      if (name === 'Question') {
        await closing.check()
        await expect(generator(page).getByText('3 slides in total, ending with “like & follow”.')).toBeVisible()
      } else {
        await expect(closing).toHaveCount(0)
      }
    }
    await expect(generator(page).getByRole('link', { name: 'connected in Settings' })).toHaveAttribute('href', '/settings?tab=accounts')
  })
})

test.describe('custom slides', () => {
  test('come with the type and go with it, and can be taken back', async ({ studio: page }) => {
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

  test('that are empty leave nothing behind when another slideshow is opened, or one leaves the studio', async ({ studio: page }) => {
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
    await generator(page).getByRole('button', { name: 'Add empty slides' }).click()
    await expect(customSlides(page).getByRole('listitem')).toHaveCount(3)
    expect(new URL(page.url()).searchParams.get('project')).toBe(new URL(href).searchParams.get('project'))
    await expect(page.getByRole('region', { name: 'Recent Slideshows (2)' })).toBeVisible()
  })

  test('follow their instructions, which are kept in a mode and loaded again', async ({ studio: page }) => {
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

  test('a mode is deleted after a question, and failures are said', async ({ studio: page, watch }) => {
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

  test('are filtered, starred, ticked, put back when that fails, and cleared', async ({ studio: page, watch }) => {
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
    const asked = page.getByRole('dialog', { name: 'Delete idea' })
    await expect(asked).toContainText(`Are you sure you want to delete "${title}"?`)
    await asked.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(ideas(page).getByRole('listitem')).toHaveCount(24)
    await expect(ideas(page).getByText(title, { exact: true })).toBeHidden()
    await ideas(page).getByRole('button', { name: 'Clear ideas' }).click()
    await page.getByRole('dialog', { name: 'Clear ideas' }).getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(page.getByText('No ideas found for the selected filter.')).toBeVisible()
  })

  test('a failure of the provider is said in words', async ({ studio: page, watch }) => {
    watch.expectProblem(/^HTTP 502 POST \/api\/ideas$/)
    await nextAiRequests({ kind: 'invalid-json' }, { kind: 'invalid-json' }, { kind: 'invalid-json' })
    await page.getByLabel('Ideas about').fill('slow mornings')
    await page.getByRole('button', { name: 'Generate Ideas' }).click()
    await expect(page.getByText(/^Failed to generate post ideas: ./)).toBeVisible({ timeout: 45_000 })
  })
})

test('recent slideshows are renamed, duplicated, found, shown page by page and deleted', async ({ studio: page, context }) => {
  await generate(page, { topic: '3 small habits', slides: 3 })
  const [made] = (await (await context.request.get('/api/v1/projects')).json()).projects
  const headers = await fromPageOf(context.request)
  for (let copy = 0; copy < 11; copy += 1) {
    expect((await context.request.post(`/api/v1/projects/${made.id}/duplicate`, { headers })).status()).toBe(201)
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
      [made.title, 'Basil diary'],
      [`${made.title} (copy)`, 'Mint diary'],
    ]) {
      await act(page, from, 'Rename')
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
    await act(page, 'Mint diary', 'Duplicate')
    await expect(page.getByRole('region', { name: 'Recent Slideshows (13)' })).toBeVisible()
    await act(page, 'Mint diary (copy)', 'Delete')
    const question = page.getByRole('dialog', { name: 'Delete Slideshow' })
    await expect(question).toContainText('Are you sure you want to delete "Mint diary (copy)"? This action cannot be undone.')
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Recent Slideshows (12)' })).toBeVisible()
    await expect(page).not.toHaveURL(/project=/)
  })
})

test('a form in a dialog asks before Escape or the close button discards what was typed', async ({ studio: page }) => {
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

test('caption templates are written, refused while empty, changed and deleted', async ({ studio: page, watch }) => {
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

test('these states are accessible, in both themes, on a small phone, a tablet and a desk', async ({ page, account }) => {
  test.setTimeout(240_000)
  expect(account.email).toContain('@')
  // On the phone, whose panes stand side by side on the desk.
  const phone = { width: 320, height: 640 }
  await page.setViewportSize(phone)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStudio(page)
  const check = async (state: string, before?: () => Promise<void>) => {
    for (const size of [phone, { width: 768, height: 1024 }, { width: 1440, height: 900 }]) {
      await page.setViewportSize(size)
      await before?.()
      await expectAccessibleIn(page, looksOf(size), state)
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
  await act(page, 'Custom slideshow', 'Rename')
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

test('one tab of the studio asks for due posts, the next one when it closes, and public pages never do', async ({
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
