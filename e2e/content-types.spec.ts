import { expect, test } from './driving/journey.ts'
import { resetSandbox } from './driving/sandbox.ts'
import { chooseType, generator, stripSlides, topicField } from './driving/studio.ts'

test.beforeEach(resetSandbox)
// The cover of a slideshow may be on its way while the slideshow is deleted.
test.beforeEach(({ watch }) => watch.expectProblem(/^HTTP 404 GET \/files\/covers\//))
test.afterEach(resetSandbox)

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

  test('counts the closing slide in the number of slides', async ({ studio: page }) => {
    await topicField(page).fill('4 ways to keep basil alive')
    await generator(page).getByRole('switch', { name: 'Call to action / soft sell' }).check()
    await expect(generator(page).getByRole('combobox', { name: 'Number of slides' })).toContainText('Auto: 5 slides + closing slide')
    await expect(generator(page).getByText('6 slides in total')).toBeVisible()
    await page.getByRole('button', { name: 'Generate Slideshow' }).click()
    await expect(stripSlides(page)).toHaveCount(6, { timeout: 60_000 })
  })

  test('offers no number of slides and no soft sell for a question and a video', async ({ studio: page }) => {
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
    await expect(generator(page).getByRole('link', { name: 'connected in Settings' })).toHaveAttribute(
      'href',
      '/settings?tab=accounts&back=%2Fcontent_studio',
    )
  })
})
