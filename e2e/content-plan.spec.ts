import type { Page } from '@playwright/test'
import { expect, expectAccessibleIn, looksOf, test } from './driving/journey.ts'

const LOOKS = looksOf({ width: 1440, height: 900 }, { width: 820, height: 1180 }, { width: 390, height: 844 })

const cards = (page: Page) => page.getByRole('list', { name: 'Planned posts' }).getByRole('article')
const toReview = (page: Page, count: number) => page.getByText(new RegExp(`^${count} to review`))

async function enterDemo(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with the demo account' }).click()
  await expect(page).toHaveURL(/\/content_studio/)
}

async function openPlan(page: Page): Promise<void> {
  await page.goto('/post_scheduler')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Content plan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Content plan' })).toBeVisible()
}

test('the demo has a brief, whose fortnight is reviewed by keyboard', { tag: '@long' }, async ({ page }) => {
  // Planning a fortnight takes the writer two minutes.
  test.setTimeout(360_000)
  await enterDemo(page)
  await openPlan(page)

  await test.step('a fortnight is planned within three minutes, and the slides are drawn', async () => {
    await page.getByRole('button', { name: 'Start planning' }).click()
    await expect(
      cards(page)
        .first()
        .getByRole('img', { name: /^Slide 1 of/ }),
    ).toHaveAttribute('data-drawn', '', { timeout: 180_000 })
    await expect(toReview(page, 0)).toHaveCount(0)
    await expect(page.getByText(/writing \d/)).toHaveCount(0, { timeout: 180_000 })
  })

  const count = await cards(page).count()
  expect(count).toBeGreaterThanOrEqual(5)
  await expectAccessibleIn(page, LOOKS, 'the board')

  await test.step('the brief says what it costs', async () => {
    await page.getByRole('button', { name: 'Brief' }).click()
    const brief = page.getByRole('dialog', { name: 'Brief' })
    await expect(brief.getByText(/slideshows and .* posts a week, for at most/)).toBeVisible()
    await expectAccessibleIn(page, LOOKS, 'the brief')
    await page.keyboard.press('Escape')
    await expect(brief).toBeHidden()
  })

  await test.step('keys move between posts, skip one, and edit another', async () => {
    await cards(page).first().focus()
    await page.keyboard.press('j')
    await expect(cards(page).nth(1)).toBeFocused()
    await page.keyboard.press('k')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await cards(page).first().focus()
    await page.keyboard.press('s')
    await expect(toReview(page, count - 1)).toBeVisible()
    await cards(page).first().focus()
    await page.keyboard.press('e')
    const edit = page.getByRole('dialog', { name: 'Edit post' })
    await edit.getByRole('textbox', { name: 'Caption' }).first().fill('in my own words')
    await edit.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(cards(page).first()).toContainText('in my own words')
  })

  await test.step('all of them are approved at once, with the choices and the consent that the networks want', async () => {
    for (let at = 0; at < count - 1; at += 1) {
      await cards(page).nth(at).focus()
      await page.keyboard.press('x')
    }
    await page.getByRole('button', { name: `Approve ${count - 1}` }).press('Enter')
    const approve = page.getByRole('dialog', { name: `Approve ${count - 1} slideshows` })
    await approve.getByRole('button', { name: 'Approve', exact: true }).press('Enter')
    await expect(approve.getByText('Choose who can see this post')).toBeVisible()
    await expectAccessibleIn(page, LOOKS, 'the approval')
    await approve.getByRole('combobox', { name: 'Who can see this post' }).press('Enter')
    await page.getByRole('option').first().press('Enter')
    await approve.getByRole('checkbox', { name: /Music Usage Confirmation/ }).press('Space')
    await approve.getByRole('button', { name: 'Approve', exact: true }).press('Enter')
    await expect(approve).toBeHidden({ timeout: 60_000 })
    await expect(page.getByText(new RegExp(`^0 to review · ${count - 1} approved`))).toBeVisible()
  })
})
