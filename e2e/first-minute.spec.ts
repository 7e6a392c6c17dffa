import { expect, test } from './driving/journey.ts'

const TOPIC = 'why your sourdough is dense'
const SLIDES = 5
/** The time that a new user may need from the home page to a finished slideshow, in milliseconds. */
const BUDGET_MS = 20_000

/** Photos of baking, one of the clock that a slide is about, and patterns that suit any text. */
const FITTING =
  /^starter\/(?:bread-loaf|eggs-and-flour|wall-clock|sandstone|window-light|misty-ridges|rain-on-glass|light-shafts|falling-gold)\b/

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
    expect(project.slides[0]?.backgroundImage, 'a photo of bread on the cover').toMatch(/^starter\/bread-loaf/)
    const photos = project.slides.flatMap(({ backgroundImage }) => backgroundImage ?? [])
    expect(new Set(photos).size, 'different photos').toBe(photos.length)
    expect(
      photos.filter((path) => !FITTING.test(path)),
      'photos of something else',
    ).toEqual([])
    for (const { textBoxes } of project.slides) {
      expect(Math.max(...textBoxes.map(({ fontSize }) => fontSize)), 'large letters').toBeGreaterThan(14)
    }
    expect(Number(seconds), `the slideshow was finished after ${seconds} s, and ${BUDGET_MS / 1000} s are allowed`).toBeLessThan(
      BUDGET_MS / 1000,
    )
  })
}
