import type { Page } from '@playwright/test'
import { announcement, selectFirst, textBox } from './driving/editing.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { nextAiRequests, resetSandbox } from './driving/sandbox.ts'
import { stage } from './driving/studio.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.afterEach(resetSandbox)

test('rewrites a text in one undo step, and offers five alternatives', { tag: '@long' }, async ({ slideshow: page }) => {
  await selectFirst(page)
  const original = (await textBox(page, 1).getAttribute('aria-label')) ?? ''
  await button(page, 'Rewrite').click()
  await expect(page.getByRole('menuitem', { name: 'Shorter' })).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'the menu of rewriting')
  await page.getByRole('menuitem', { name: 'Shorter' }).click()
  await expect(textBox(page, 1)).not.toHaveAttribute('aria-label', original)
  await expect(announcement(page, 'Rewritten')).toBeAttached()
  await button(page, 'Undo').click()
  await expect(textBox(page, 1)).toHaveAttribute('aria-label', original)

  await button(page, 'Rewrite').click()
  await page.getByRole('menuitem', { name: /alternatives/ }).click()
  const choices = page.getByRole('dialog', { name: 'Choose a text' }).getByRole('list', { name: 'Alternatives' }).getByRole('button')
  await expect(choices).toHaveCount(5)
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'alternatives')
  const chosen = (await choices.nth(3).textContent()) ?? ''
  await choices.nth(3).click()
  await expect(textBox(page, 1)).toHaveAttribute('aria-label', `Text box 1: ${chosen}`)
})

test('rewrites all texts of a slide in another tone', async ({ slideshow: page }) => {
  await selectFirst(page)
  const original = (await textBox(page, 1).getAttribute('aria-label')) ?? ''
  await button(page, 'Rewrite slide').click()
  await page.getByRole('menuitem', { name: 'Other tone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Other tone' })
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'tone')
  await dialog.getByLabel('Or in your own words').fill('like a sleepy cat')
  await dialog.getByRole('button', { name: 'Rewrite', exact: true }).click()
  await expect(textBox(page, 1)).not.toHaveAttribute('aria-label', original)
})

test('translates all slides in one undo step', { tag: '@long' }, async ({ slideshow: page }) => {
  const slides = page.getByRole('list', { name: 'Slides' }).getByRole('button', { name: /^Slide \d/ })
  await selectFirst(page)
  const originals = [await textBox(page, 1).getAttribute('aria-label'), await slides.nth(1).getAttribute('aria-label')]
  await button(page, 'Rewrite slide').click()
  await page.getByRole('menuitemradio', { name: 'All', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Other language' }).click()
  const dialog = page.getByRole('dialog', { name: 'Other language' })
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'languages')
  await dialog.getByRole('group', { name: 'Languages' }).getByRole('button', { name: 'Spanish' }).click()
  await expect(textBox(page, 1)).not.toHaveAttribute('aria-label', originals[0] ?? '')
  await expect(announcement(page, 'Rewritten')).toBeAttached()
  await expect(slides.nth(1)).not.toHaveAttribute('aria-label', originals[1] ?? '')
  await button(page, 'Undo').click()
  await expect(textBox(page, 1)).toHaveAttribute('aria-label', originals[0] ?? '')
  await expect(slides.nth(1)).toHaveAttribute('aria-label', originals[1] ?? '')
})

test('reports a failure and keeps the text; a slow response can be cancelled', { tag: '@long' }, async ({ slideshow: page, watch }) => {
  watch.expectProblem(/^HTTP \d+ POST \/api\/rewrite$/)
  await selectFirst(page)
  const original = (await textBox(page, 1).getAttribute('aria-label')) ?? ''
  await nextAiRequests({ kind: '401' }, { kind: '401' }, { kind: '401' }, { kind: '401' })
  await button(page, 'Rewrite').click()
  await page.getByRole('menuitem', { name: 'Punchier' }).click()
  await expect(stage(page).getByRole('alert').filter({ hasText: 'Your text is unchanged.' })).toBeVisible({ timeout: 30_000 })
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'a rewrite that failed')
  await expect(textBox(page, 1)).toHaveAttribute('aria-label', original)

  await resetSandbox()
  await nextAiRequests({ kind: 'slow', ms: 60_000 })
  await stage(page).getByRole('button', { name: 'Try again' }).click()
  await expect(stage(page).getByText('Rewriting…')).toBeVisible()
  await stage(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(stage(page).getByText('Rewriting…')).toBeHidden()
  await expect(textBox(page, 1)).toHaveAttribute('aria-label', original)
})
