import { freshCredentials, setPlan } from './driving/account.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { stripSlides } from './driving/studio.ts'

const TOPIC = '4 quiet ways to start the day'

test(
  'a visitor enters a topic on the home page, sees slides, signs up, and finds them in the studio',
  { tag: '@long' },
  async ({ page, context }) => {
    test.setTimeout(180_000)
    const me = freshCredentials()
    const slides = page.getByRole('listitem').getByRole('img', { name: /^Slide \d+: / })

    await test.step('one field, one click, and the slides appear as they are written', async () => {
      await page.goto('/')
      await page.getByRole('textbox', { name: 'What is your slideshow about?' }).fill(TOPIC)
      await page.getByRole('button', { name: 'Make slides' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Type a topic, see the slides' })).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: /^5 slides$/ })).toBeVisible({ timeout: 60_000 })
      await expect(slides).toHaveCount(5)
      for (const slide of await slides.all()) await expect(slide).toHaveAttribute('data-drawn')
      await expect(page.getByRole('heading', { level: 2, name: TOPIC })).toBeVisible()
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'slides of a stranger')
    })

    await test.step('a reload shows the same ones, and writes no others', async () => {
      await page.reload()
      await expect(slides).toHaveCount(5)
      const { total }: { total: number } = await (await context.request.get('/api/v1/projects')).json()
      expect(total).toBe(1)
    })

    await test.step('an email and a password save them', async () => {
      const form = page.getByRole('form', { name: 'Keep it: create your account' })
      await form.getByLabel('Email').fill(me.email)
      await form.getByRole('button', { name: 'Create account and keep it' }).click()
      await expect(form.getByRole('alert')).toBeVisible()
      await form.getByLabel('Password').fill(me.password)
      await form.getByRole('button', { name: 'Create account and keep it' }).click()
      // A new account has no plan: its slideshow stays in sight, and the way on is named.
      await expect(page.getByRole('heading', { name: 'Your slideshow is saved in your account' })).toBeVisible()
      await expect(slides).toHaveCount(5)
      await page.reload()
      await expect(slides).toHaveCount(5)
      for (const slide of await slides.all()) await expect(slide).toHaveAttribute('data-drawn')
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'a slideshow that was kept')
      await page.getByRole('link', { name: 'See the plan' }).click()
      await expect(page).toHaveURL(/\/pricing/)
      await setPlan('grant', me.email)
      // The open page learns of it, and goes on by itself.
      await expect(page).toHaveURL(/\/content_studio/)
      await page
        .getByRole('region', { name: 'Recent Slideshows (1)' })
        .getByRole('button', { name: new RegExp(TOPIC) })
        .first()
        .click()
      await expect(stripSlides(page)).toHaveCount(5)
    })
  },
)

test('a link from another site fills the topic and waits for a click', async ({ page, context }) => {
  await page.goto(`/try?topic=${encodeURIComponent(TOPIC)}`)
  await expect(page.getByRole('textbox', { name: 'What is your slideshow about?' })).toHaveValue(TOPIC)
  await expect(page.getByRole('button', { name: 'Make slides' })).toBeEnabled()
  // The session request is over by then, and no account was created.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect((await context.cookies()).filter(({ name }) => name.includes('session_token'))).toEqual([])
})
