import { expect, expectAccessibleIn, EVERY_VIEWPORT, test } from './driving/journey.ts'
import { expectSaved, generate, openStudio, stripSlides } from './driving/studio.ts'

interface StoredSlides {
  slides: { backgroundImage: string | null }[]
}

test('all slides get other photos after a preview, one keeps its own, and one undo takes them back', async ({ member: page, context }) => {
  await openStudio(page)
  await generate(page, { topic: 'questions to ask before adopting a dog', slides: 4 })
  await expectSaved(page)
  const photos = async (): Promise<(string | null)[]> => {
    await expectSaved(page)
    const { projects }: { projects: { id: string }[] } = await (await context.request.get('/api/v1/projects')).json()
    const { slides }: StoredSlides = await (await context.request.get(`/api/v1/projects/${projects[0]?.id}`)).json()
    return slides.map(({ backgroundImage }) => backgroundImage)
  }
  const before = await photos()
  await stripSlides(page).first().click()
  const dialog = page.getByRole('dialog', { name: 'Other photos' })

  await test.step('each slide is shown with another photo, and one is swapped again', async () => {
    await page.getByRole('button', { name: 'Other photos', exact: true }).click()
    await expect(dialog.locator('canvas[data-drawn]')).toHaveCount(4)
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'other photos for all slides')
    await expect(dialog.getByRole('button', { name: 'Change 4 photos' })).toBeEnabled()
    await dialog.getByRole('button', { name: /^Another photo for Slide 1:/ }).click()
    await expect(dialog.getByRole('list', { name: 'Slides' })).toHaveAttribute('aria-busy', 'false')
  })

  await test.step('a cleared slide keeps its photo, and the others get theirs', async () => {
    await dialog.getByRole('checkbox').nth(1).click()
    await dialog.getByRole('button', { name: 'Change 3 photos' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(async () => (await photos()).map((path, index) => path === before[index])).toEqual([false, true, false, false])
    expect((await photos()).filter((path) => before.includes(path))).toEqual([before[1]])
  })

  await test.step('one undo takes all back', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(photos).toEqual(before)
  })
})
