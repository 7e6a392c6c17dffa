import type { Page } from '@playwright/test'
import { scheduleManualPost } from './driving/manual-posting.ts'
import { expect, test } from './driving/journey.ts'
import { mailsTo } from './driving/mail-files.ts'
import { createIdeas, createNamedItems, createPhotos, createPosts, createSlideshows, sender } from './driving/script-content.ts'
import { createSandboxUser } from './driving/platforms.ts'
import { connectAccount } from './driving/posts.ts'
import { nextAiRequests, resetSandbox } from './driving/sandbox.ts'
import { generate, stage, stripSlides } from './driving/studio.ts'
import { expectShown, noScripts, packed } from './driving/script-texts.ts'
import { visit } from './driving/visit.ts'

// All texts, in all fields, on all screens.
test.setTimeout(240_000)
test.beforeEach(({ context }) => noScripts(context))
test.afterEach(() => resetSandbox())

async function openList(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name }).first().click()
  await expect(page.getByRole('listbox')).toBeVisible()
}

/** Asks for more of a list until all of it is there. */
async function showAll(page: Page, button: string): Promise<void> {
  const more = page.getByRole('button', { name: button })
  await expect(more).toBeVisible()
  await expect(async () => {
    if (await more.isVisible()) await more.click({ timeout: 2_000 })
    await expect(more).toBeHidden({ timeout: 500 })
  }).toPass()
}

test(
  'user texts and names run no scripts in the studio, the library or the settings',
  { tag: '@long' },
  async ({ member: page, account }) => {
    const send = await sender(page)
    const { whole } = await createSlideshows(send)
    await createNamedItems(send)
    await createPhotos(page, send)
    // An idea of nothing but markup is not saved.
    expect(await createIdeas(send)).toBeGreaterThan(20)
    await send('POST', '/api/auth/update-user', { name: packed(80)[0] })

    await page.goto('/content_studio')
    await showAll(page, 'See More')
    await expectShown(page, packed(300), 'among the slideshows')
    await openList(page, 'Company')
    await expectShown(page, packed(120), 'among the companies')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Caption templates' }).click()
    await expectShown(page, [...packed(120), ...packed(150)], 'among the templates')
    await page.keyboard.press('Escape')

    await page.goto(`/content_studio?project=${whole}&pane=edit`)
    // A slide is named by its first text.
    await expectShown(page, packed(600), 'in the film strip')
    for (const [at, text] of packed(600).entries()) {
      await stripSlides(page).nth(at).click()
      await expectShown(page, [text], 'on the stage')
    }
    await stage(page).getByRole('button').first().dblclick()
    await expect(stage(page).getByRole('textbox')).toBeVisible()
    await page.keyboard.press('Escape')

    await page.goto('/photo_library')
    await page.getByRole('checkbox', { name: /^Select all/ }).check()
    await page.getByRole('button', { name: 'Tags', exact: true }).click()
    await expectShown(page, packed(40), 'among the tags')
    await page.goto('/settings?tab=general')
    await expectShown(page, [...packed(120), ...packed(2000)], 'among the companies of the settings')
    await page.goto('/settings?tab=account')
    await expectShown(page, [packed(80)[0] ?? '', account.email], 'as a name')
  },
)

test(
  'user texts run no scripts in the scheduler, on a post’s page, in notifications and in emails',
  { tag: '@long' },
  async ({ member: page, account }) => {
    const texts = packed(4000)
    const send = await sender(page)
    const { first } = await createSlideshows(send)
    const clips = await connectAccount(page, 'tiktok', await createSandboxUser('tiktok', 88_001, packed(4000).join(' ')))
    const blog = await connectAccount(page, 'tumblr', await createSandboxUser('tumblr', 88_002, packed(4000).join(' ')))
    await createPosts(page, { projectId: first, account: blog })

    await page.goto('/post_scheduler?view=list')
    await showAll(page, 'Show more')
    await expectShown(page, packed(150), 'in the list of posts')
    await page.goto('/settings?tab=accounts')
    await expectShown(page, texts, 'as the name of an account')
    for (const [at, description] of texts.entries()) {
      const { path } = await scheduleManualPost(page, { projectId: first, account: clips, caption: packed(150)[at] ?? '', description })
      await page.goto(path)
      await expectShown(page, [description], 'on the page of a post')
    }
    await page.goto('/content_studio')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expectShown(page, ['Time to post to TikTok'], 'under the bell')

    await expect.poll(async () => (await mailsTo(account.email)).length).toBeGreaterThan(0)
    for (const mail of await mailsTo(account.email)) {
      await page.goto('about:blank')
      await page.setContent(mail)
      await expectShown(page, ['__xss=1'], 'in a mail')
    }
  },
)

/** Pages that read something from their address, and what they read. */
const ADDRESSES = [
  ['/auth', 'next', 'error'],
  ['/auth/callback', 'error', 'error_description'],
  ['/auth/google/callback', 'error', 'state'],
  ['/tiktok_callback', 'error', 'error_description'],
  ['/content_studio', 'project', 'pane'],
  ['/post_scheduler', 'post', 'day', 'view'],
  ['/settings', 'tab'],
  ['/none', 'x'],
] as const

test('model responses and URLs run no scripts', { tag: '@long' }, async ({ studio: page, watch }) => {
  // Words before it: what is nothing but markup is no slide.
  const slides = packed(250).map((text, at) => ({ title: `point ${at} ${text}`, description: `about ${at}` }))
  await nextAiRequests({ kind: 'content', content: JSON.stringify({ slides: slides.slice(0, 5) }) })
  await generate(page, { topic: packed(1800)[0] ?? '', slides: 5 })
  // Unknown addresses get the 404 page.
  watch.expectProblem(/^HTTP 4\d\d /)
  for (const text of packed(1200)) {
    for (const [path, ...names] of ADDRESSES) {
      const query = new URLSearchParams(names.map((name) => [name, text]))
      // Who is signed in is led on from some of them.
      await visit(page, `${path}?${query}#${encodeURIComponent(text.slice(0, 500))}`)
    }
  }
})
