import type { Browser, BrowserContext, Page } from '@playwright/test'
import { textBox } from './driving/editing.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test, type Watch } from './driving/journey.ts'
import type { Account } from './driving/account.ts'
import { expectSaved, stage } from './driving/studio.ts'

const written = (page: Page, text: string) => stage(page).getByRole('button', { name: `Text box 1: ${text}`, exact: true })

async function write(page: Page, text: string): Promise<void> {
  await textBox(page, 1).dblclick()
  await stage(page).getByRole('textbox').fill(text)
  await page.keyboard.press('Enter')
  await expect(written(page, text)).toBeVisible()
}

interface Elsewhere {
  browser: Browser
  account: Account
  watch: Watch
  options: Parameters<Browser['newContext']>[0]
}

/** The same slideshow in another browser of the same user, with another text in the same box. */
async function conflict(page: Page, { browser, account, watch, options }: Elsewhere): Promise<{ other: Page; elsewhere: BrowserContext }> {
  watch.expectProblem(/^HTTP 412 /)
  await expectSaved(page)
  const elsewhere = await browser.newContext(options)
  await watch.over(elsewhere)
  await elsewhere.request.post('/api/auth/sign-in/email', { data: account })
  const other = await elsewhere.newPage()
  await other.goto(page.url())
  await expect(textBox(other, 1)).toBeVisible()
  await write(page, 'written here')
  await expectSaved(page)
  await write(other, 'written there')
  await expect(other.getByRole('dialog', { name: 'This slideshow was changed elsewhere' })).toBeVisible()
  return { other, elsewhere }
}

test(
  'the user takes the other version of a text, and undoes that in one step',
  { tag: '@long' },
  async ({ slideshow: page, account, browser, watch, baseURL, extraHTTPHeaders }) => {
    const { other, elsewhere } = await conflict(page, { browser, account, watch, options: { baseURL, extraHTTPHeaders } })
    await expectAccessibleIn(other, EVERY_VIEWPORT, 'the question of a conflict')
    await other.getByRole('button', { name: 'Take theirs' }).click()
    await expect(written(other, 'written here')).toBeVisible()
    await other.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(written(other, 'written there')).toBeVisible()
    await expectSaved(other)
    await page.reload()
    await expect(written(page, 'written there')).toBeVisible()
    await elsewhere.close()
  },
)

test(
  'the user keeps their version of a text as a separate slideshow',
  { tag: '@long' },
  async ({ slideshow: page, account, browser, watch, baseURL, extraHTTPHeaders }) => {
    const { other, elsewhere } = await conflict(page, { browser, account, watch, options: { baseURL, extraHTTPHeaders } })
    await other.getByRole('button', { name: 'Save as copy' }).click()
    await expect(written(other, 'written here')).toBeVisible()
    const original = other.url()
    await other.getByRole('button', { name: 'Open it' }).click()
    await expect(written(other, 'written there')).toBeVisible()
    expect(other.url()).not.toBe(original)
    await page.reload()
    await expect(written(page, 'written here')).toBeVisible()
    await elsewhere.close()
  },
)

test('restores typed text after a crash when the slideshow is opened again', { tag: '@long' }, async ({ slideshow: page, context }) => {
  await expectSaved(page)
  const address = page.url()
  await textBox(page, 1).dblclick()
  await stage(page).getByRole('textbox').fill('half a sent')
  const savedDocuments = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open('ninesixteen-unsaved')
          opening.onerror = () => reject(opening.error ?? new Error('no database'))
          opening.onsuccess = () => {
            const all = opening.result.transaction('documents').objectStore('documents').getAll()
            all.onsuccess = () => {
              opening.result.close()
              resolve(JSON.stringify(all.result))
            }
          }
        }),
    )
  await expect.poll(savedDocuments).toContain('half a sent')
  const gone = page.waitForEvent('crash')
  // The answer never comes: the page is dead.
  page.goto('chrome://crash').catch(() => undefined)
  await gone

  const next = await context.newPage()
  await next.goto(address)
  await expect(written(next, 'half a sent')).toBeVisible()
  await expect(next.getByText(/^We restored unsaved changes from /)).toBeVisible()
  await expectAccessibleIn(next, EVERY_VIEWPORT, 'work brought back')
  await expectSaved(next)
  await next.reload()
  await expect(written(next, 'half a sent')).toBeVisible()
})

test(
  'after two crashes restores the newest unsaved work and offers the other',
  { tag: '@long' },
  async ({ slideshow: page, context, watch }) => {
    watch.expectProblem(/^HTTP 500 PUT \/api\/v1\/projects\//)
    const address = page.url()
    // The server takes no save, so that the work of both stays on the device.
    let broken = true
    await context.route('**/api/v1/projects/*', (route) =>
      broken && route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: 'no' } } })
        : route.continue(),
    )
    const second = await context.newPage()
    await second.goto(address)
    await expect(textBox(second, 1)).toBeVisible()
    await write(page, 'of the first page')
    await expect(page.getByText('Failed to save changes')).toBeVisible()
    await second
      .getByRole('list', { name: 'Slides' })
      .getByRole('button', { name: /^Slide 2/ })
      .click()
    await expect(stage(second).getByRole('group', { name: /^Slide 2 of/ })).toBeAttached()
    await write(second, 'of the second page')
    await expect(second.getByText('Failed to save changes')).toBeVisible()
    for (const gone of [page, second]) {
      const crashed = gone.waitForEvent('crash')
      gone.goto('chrome://crash').catch(() => undefined)
      await crashed
    }
    broken = false

    const next = await context.newPage()
    await next.goto(address)
    await expect(next.getByText(/^We restored unsaved changes from /)).toBeVisible()
    await expect(next.getByText(/^Another tab has unsaved changes from /)).toBeVisible()
    await expectAccessibleIn(next, EVERY_VIEWPORT, 'work of two pages')
    await next.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(next.getByText(/^Another tab has unsaved changes from /)).toBeHidden()
    await next
      .getByRole('list', { name: 'Slides' })
      .getByRole('button', { name: /^Slide 1/ })
      .click()
    await expect(written(next, 'of the first page')).toBeVisible()
    await next
      .getByRole('list', { name: 'Slides' })
      .getByRole('button', { name: /^Slide 2/ })
      .click()
    await expect(written(next, 'of the second page')).toBeVisible()
    await expectSaved(next)
  },
)
