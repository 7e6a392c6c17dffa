import { expect, test } from './driving/journey.ts'

const TOPIC = 'why your sourdough is dense'
const SLIDES = 5
/** Starter photos of food, and the patterns that suit any slide. */
const SUITABLE = [
  'bread-loaf',
  'eggs-and-flour',
  'breakfast-bowl',
  'pancakes',
  'cupcake',
  'fruit-bowl',
  'sandstone',
  'window-light',
  'misty-ridges',
  'rain-on-glass',
  'light-shafts',
  'falling-gold',
].map((name) => `starter/${name}.jpg`)
/** The time that a new user may need from the home page to a finished slideshow, in milliseconds. */
const BUDGET_MS = 20_000

interface StoredSlide {
  backgroundImage: string | null
  textBoxes: { fontSize: number; fontWeight: number }[]
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`a new user has a finished slideshow within ${BUDGET_MS / 1000} seconds at ${viewport.width} px`, async ({
    page,
    context,
  }, info) => {
    await page.setViewportSize(viewport)
    const started = performance.now()
    await page.goto('/')
    await page.getByRole('textbox', { name: 'What is your slideshow about?' }).fill(TOPIC)
    await page.getByRole('button', { name: 'Make slides' }).click()
    const slides = page.getByRole('listitem').getByRole('img', { name: /^Slide \d+: / })
    await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${SLIDES} slides$`) })).toBeVisible({ timeout: BUDGET_MS * 2 })
    for (const slide of await slides.all()) {
      await slide.scrollIntoViewIfNeeded()
      await expect(slide).toHaveAttribute('data-drawn')
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    info.annotations.push({ type: 'seconds to a finished slideshow', description: seconds })

    const { projects }: { projects: { id: string }[] } = await (await context.request.get('/api/v1/projects')).json()
    const project: { slides: StoredSlide[] } = await (await context.request.get(`/api/v1/projects/${projects[0]?.id}`)).json()
    expect(project.slides).toHaveLength(SLIDES)
    expect(project.slides[0]?.backgroundImage, 'a cover of bread or baking').toMatch(/^starter\/(?:bread-loaf|eggs-and-flour)\./)
    for (const { backgroundImage, textBoxes } of project.slides) {
      expect(SUITABLE, 'a photo of food or a pattern').toContain(backgroundImage)
      expect(Math.max(...textBoxes.map(({ fontSize }) => fontSize)), 'large letters').toBeGreaterThan(14)
    }
    expect(Number(seconds), `the slideshow was finished after ${seconds} s, and ${BUDGET_MS / 1000} s are allowed`).toBeLessThan(
      BUDGET_MS / 1000,
    )
  })
}
