import type { Page } from '@playwright/test'
import { expect, test } from './driving/journey.ts'
import { aiRequests, nextAiRequests, resetSandbox } from './driving/sandbox.ts'
import { generate, startGeneration, stripSlides, textBoxes, topicField } from './driving/studio.ts'

test.beforeEach(resetSandbox)
test.afterEach(resetSandbox)

const topic = '4 ways to keep basil alive'

/** The words of the failure, and that nothing typed is lost. */
async function expectFailure(page: Page, words: string | RegExp): Promise<void> {
  await expect(page.getByText(words)).toBeVisible({ timeout: 45_000 })
  await expect(topicField(page)).toHaveValue(topic)
  await expect(page.getByRole('button', { name: 'Generate Slideshow' })).toBeEnabled()
  await expect(page, 'the draft without a slide is gone').not.toHaveURL(/project=/)
}

test('asks for an empty topic before sending a request', async ({ studio: page }) => {
  await page.getByRole('button', { name: 'Generate Slideshow' }).click()
  await expect(page.getByText('Please enter a topic for your slideshow')).toBeVisible()
  await expect(topicField(page)).toBeFocused()
  expect(await aiRequests()).toEqual([])
})

test('rejects a topic of 10,000 characters with its length, and keeps it', async ({ studio: page, watch }) => {
  watch.expectProblem(/^HTTP 400 POST \/api\/generate$/)
  const long = 'calm mornings '.repeat(715).slice(0, 10_000)
  await topicField(page).fill(long)
  await page.getByRole('button', { name: 'Generate Slideshow' }).click()
  await expect(page.getByText(/The topic is too long: \d{4,5} of at most \d+ characters\./).first()).toBeVisible()
  await expect(topicField(page)).toHaveValue(long)
  expect(await aiRequests()).toEqual([])
})

test('writes and renders slides for a right-to-left topic with emoji', { tag: '@long' }, async ({ studio: page }) => {
  await generate(page, { topic: 'سبع عادات لصباح هادئ 🌅☕️ עם תה', slides: 4 })
  await expect(textBoxes(page).first()).toBeVisible()
})

const refusals = [
  {
    name: 'a reply that is not JSON',
    fault: { kind: 'invalid-json' },
    words: 'Failed to generate slideshow: Failed to parse slideshow content from OpenAI',
  },
  {
    name: 'a reply without content',
    fault: { kind: 'null-content' },
    words: 'Failed to generate slideshow: No content received from OpenAI API',
  },
  {
    name: 'a reply without a choice',
    fault: { kind: 'no-choices' },
    words: 'Failed to generate slideshow: No data received from Supabase Function',
  },
  { name: 'a refused region', fault: { kind: '403' }, words: /^Failed to generate slideshow: Supabase Function error: .+/ },
  { name: 'a 500', fault: { kind: '500' }, words: /^Failed to generate slideshow: The AI provider has a problem\./ },
  {
    name: 'a 429',
    fault: { kind: '429', retryAfter: 90 },
    words: /^Failed to generate slideshow: The AI provider is busy\. Please try again in \d+ seconds\./,
  },
  { name: 'a refused key', fault: { kind: '401' }, words: /^Failed to generate slideshow: The AI provider refused the key/ },
] as const

for (const { name, fault, words } of refusals) {
  test(`reports ${name} in plain words, and succeeds on retry`, { tag: name === 'a 429' ? [] : '@long' }, async ({ studio: page }) => {
    // More than once, for a failure that may pass is tried again by the server itself.
    await nextAiRequests(fault, fault, fault, fault)
    await startGeneration(page, { topic, slides: 4 })
    await expectFailure(page, words)
    await expect(page.getByText(/sk-/)).toBeHidden()

    await resetSandbox()
    await generate(page, { topic, slides: 4 })
  })
}

test('a truncated response keeps its complete slides and says so', async ({ studio: page }) => {
  await nextAiRequests({ kind: 'cut', afterChars: 420 }, { kind: 'cut', afterChars: 1 }, { kind: 'cut', afterChars: 1 })
  await startGeneration(page, { topic, slides: 6 })
  await expect(page.getByText(/The response ended early\. \d of 6 slides were saved\./)).toBeVisible({ timeout: 45_000 })
  await expect(stripSlides(page).first()).toBeVisible()
  const savedSlides = await stripSlides(page).count()
  expect(savedSlides).toBeLessThan(6)
  await page.reload()
  await expect(stripSlides(page)).toHaveCount(savedSlides)
})

test('an unresponsive provider times out, and the slides written so far are saved', { tag: '@long' }, async ({ studio: page }) => {
  test.setTimeout(150_000)
  await nextAiRequests({ kind: 'stall', afterChars: 420 }, { kind: 'stall', afterChars: 0 })
  await startGeneration(page, { topic, slides: 6 })
  await expect(page.getByText(/took too long to answer|The response ended early/)).toBeVisible({ timeout: 120_000 })
  await expect(stripSlides(page).first()).toBeVisible()
})

test('cancelling aborts the provider and keeps the written slides', async ({ studio: page }) => {
  // The provider writes two slides and then takes its time, so that there is something to cancel.
  await nextAiRequests({ kind: 'stall', afterChars: 420 })
  await startGeneration(page, { topic, slides: 10 })
  await expect(page.getByText(/Writing slide [2-5] of 10/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Generate Slideshow' })).toBeVisible()
  await expect(stripSlides(page).first()).toBeVisible()
  const savedSlides = await stripSlides(page).count()
  expect(savedSlides).toBeLessThan(10)
  await expect.poll(async () => (await aiRequests()).at(-1)?.aborted, 'the upstream call ends as well').toBe(true)

  // Before the first slide nothing is left, and nothing has failed.
  await resetSandbox()
  await nextAiRequests({ kind: 'stall', afterChars: 0 })
  await startGeneration(page, { topic, slides: 10 })
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('Cancelled before the first slide was written. Nothing was saved.')).toBeVisible()
  await expect(page.getByText(/Failed to generate/)).toBeHidden()
})

test('a reload while writing loses nothing', { tag: '@long' }, async ({ studio: page }) => {
  await nextAiRequests({ kind: 'slow', ms: 6_000 })
  await startGeneration(page, { topic, slides: 7 })
  await expect(page).toHaveURL(/project=/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
  await expect(stripSlides(page)).toHaveCount(7, { timeout: 60_000 })
  expect(await aiRequests()).toHaveLength(1)
})
