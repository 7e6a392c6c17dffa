import type { Page } from '@playwright/test'
import { textBox } from './driving/editing.ts'
import { expect, test } from './driving/journey.ts'
import { greyPng } from './driving/images.ts'
import { apiHeaders } from './driving/product.ts'
import { recordTexts } from './driving/record-texts.ts'
import { nextAiRequests, resetSandbox } from './driving/sandbox.ts'
import { expectSaved, generator, stage, topicField } from './driving/studio.ts'

test.afterEach(resetSandbox)

/** Error of our own server for a broken request. */
const INTERNAL = { error: { code: 'INTERNAL', message: 'Something went wrong on the server.' } }

interface Provoked {
  text: string | RegExp
  /** The request to break; none for errors from the user's own input or the AI provider. */
  breaks?: { method: string; path: string | RegExp }
  provoke(page: Page): Promise<void>
  /** Puts away what it left open. */
  leave?(page: Page): Promise<void>
}

const closeDialog = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
const confirm = (page: Page, dialog: string, action: string) =>
  page.getByRole('dialog', { name: dialog }).getByRole('button', { name: action, exact: true }).click()

async function fillTemplate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Caption templates' }).click()
  await page.getByRole('button', { name: 'New template' }).click()
  await page.getByRole('dialog', { name: 'Save Template' }).getByLabel('Template name').fill('Monday')
  await page.getByRole('dialog', { name: 'Save Template' }).getByLabel('Caption').fill('new week')
}

/** Every error of the specification's catalogue that belongs to the open studio, in an order in which each finds what it needs. */
const catalogue: Provoked[] = [
  {
    text: 'Please enter a topic for your slideshow',
    async provoke(page) {
      await topicField(page).fill('')
      await page.getByRole('button', { name: 'Generate Slideshow' }).click()
    },
  },
  {
    text: 'Please enter a topic for post idea generation',
    provoke: (page) => page.getByRole('button', { name: 'Generate Ideas' }).click(),
  },
  {
    text: /^Failed to generate post ideas: Supabase Function error: ./,
    async provoke(page) {
      await nextAiRequests({ kind: '403' })
      await page.getByLabel('Ideas about').fill('slow mornings')
      await page.getByRole('button', { name: 'Generate Ideas' }).click()
    },
  },
  {
    text: 'Failed to generate slideshow: Unknown error',
    breaks: { method: 'POST', path: '/api/generate' },
    async provoke(page) {
      await generator(page).getByLabel('Topic', { exact: true }).fill('4 ways to keep basil alive')
      await page.getByRole('button', { name: 'Generate Slideshow' }).click()
    },
  },
  {
    text: 'Failed to update idea status',
    breaks: { method: 'PATCH', path: /^\/api\/v1\/ideas\// },
    async provoke(page) {
      await page.getByRole('button', { name: 'Generate Ideas' }).click()
      await page.getByRole('region', { name: 'Recent Ideas' }).getByRole('listitem').first().getByRole('checkbox').click()
    },
  },
  {
    text: 'Failed to clear ideas. Please try again.',
    breaks: { method: 'POST', path: '/api/v1/ideas/clear' },
    async provoke(page) {
      await page.getByRole('button', { name: 'Clear ideas' }).click()
      await confirm(page, 'Clear ideas', 'Clear')
    },
    leave: closeDialog,
  },
  {
    text: 'Failed to upload file. Please try again.',
    breaks: { method: 'POST', path: '/api/files' },
    async provoke(page) {
      await page.getByRole('button', { name: 'Background', exact: true }).click()
      const picker = page.getByRole('dialog', { name: 'Choose Background Image' })
      await picker.locator('input[type="file"]').setInputFiles(greyPng('harbour.png', { width: 108, height: 192 }))
    },
    leave: closeDialog,
  },
  {
    text: 'Failed to save changes',
    breaks: { method: 'PUT', path: /^\/api\/v1\/projects\// },
    async provoke(page) {
      await textBox(page, 1).click()
      await page.keyboard.press('ArrowDown')
    },
    async leave(page) {
      // By the keyboard and on another change: the button goes away when the page's own retry comes first.
      const texts = await recordTexts(page, /✓ Saved!/)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Control+s')
      await expect.poll(texts).toEqual(['✓ Saved!'])
      await expectSaved(page)
    },
  },
  {
    text: 'Failed to save template',
    breaks: { method: 'POST', path: '/api/v1/templates' },
    async provoke(page) {
      await fillTemplate(page)
      await confirm(page, 'Save Template', 'Save')
    },
    async leave(page) {
      await confirm(page, 'Save Template', 'Save')
      await expect(page.getByRole('button', { name: 'Delete Monday' })).toBeVisible()
    },
  },
  {
    text: 'Failed to delete template',
    breaks: { method: 'DELETE', path: /^\/api\/v1\/templates\// },
    async provoke(page) {
      await page.getByRole('button', { name: 'Delete Monday' }).click()
      await expect(page.getByText('Are you sure you want to delete this template?')).toBeVisible()
      await confirm(page, 'Delete Template', 'Delete')
    },
    leave: async (page) => {
      await page.keyboard.press('Escape')
      await closeDialog(page)
    },
  },
  {
    text: 'Failed to delete project',
    breaks: { method: 'DELETE', path: /^\/api\/v1\/projects\// },
    async provoke(page) {
      await page.getByRole('button', { name: /^Actions for / }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await confirm(page, 'Delete Slideshow', 'Delete')
    },
  },
  {
    text: 'Failed to save custom mode',
    breaks: { method: 'POST', path: '/api/v1/custom-modes' },
    async provoke(page) {
      await generator(page).getByRole('radio', { name: 'Custom' }).check()
      await generator(page).getByRole('region', { name: 'Custom slides' }).getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('dialog', { name: 'Save Custom Mode' }).getByLabel('Name').fill('Monday myths')
      await confirm(page, 'Save Custom Mode', 'Save')
    },
    async leave(page) {
      await confirm(page, 'Save Custom Mode', 'Save')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    },
  },
  {
    text: 'Failed to load custom mode',
    breaks: { method: 'POST', path: '/api/v1/projects' },
    async provoke(page) {
      await generator(page).getByRole('region', { name: 'Custom slides' }).getByRole('button', { name: 'Load', exact: true }).click()
      await page.getByRole('button', { name: 'Load Monday myths' }).click()
    },
    leave: closeDialog,
  },
]

/** Breaks one call of our own server at the network's border; the answer heals it. */
async function breakCall(page: Page, { method, path }: NonNullable<Provoked['breaks']>): Promise<() => Promise<void>> {
  const matches = (url: URL) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname))
  const answer = path === '/api/generate' ? { error: { code: 'INTERNAL', message: '' } } : INTERNAL
  await page.route(matches, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: answer }) : route.continue(),
  )
  return () => page.unroute(matches)
}

test('shows every error of the studio with the text of the catalog', { tag: '@long' }, async ({ slideshow: page, watch }) => {
  test.setTimeout(180_000)
  watch.expectProblem(/^HTTP 50[02] (POST|PATCH|PUT|DELETE) \/api\//)
  watch.expectProblem(/^HTTP 404 GET \/files\/covers\//)
  for (const { text, breaks, provoke, leave } of catalogue) {
    await test.step(String(text), async () => {
      const heal = breaks && (await breakCall(page, breaks))
      await provoke(page)
      await expect(page.getByText(text, typeof text === 'string' ? { exact: true } : {}).first()).toBeVisible({ timeout: 20_000 })
      await heal?.()
      await leave?.(page)
    })
  }
  await expect(stage(page)).toBeVisible()
})

test('a video stays a single slide, and says why', { tag: '@long' }, async ({ member: page, context }) => {
  // A video that plays says so in the same place.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const slide = {
    id: 'only',
    title: 'Motivational quote',
    textBoxes: [{ id: 'quote', text: 'keep going', x: 20, y: 140, width: 216, height: 80 }],
  }
  const response = await context.request.post('/api/v1/projects', {
    headers: await apiHeaders(context.request),
    data: { title: 'a quote', topic: '', contentType: 'multi-photo-video', contentStyle: 'personal', companyId: null, slides: [slide] },
  })
  expect(response.status(), await response.text()).toBe(201)
  await page.goto('/content_studio')
  await expect(generator(page).getByRole('radio', { name: 'Numbered list' })).toBeChecked()
  await page
    .getByRole('region', { name: 'Recent Slideshows (1)' })
    .getByRole('button', { name: /^a quote/ })
    .click()
  // The form follows what was opened.
  await expect(generator(page).getByRole('radio', { name: 'Multi-photo video' })).toBeChecked()
  // Its arrival moves the slides below it away from the pointer.
  await expect(page.getByRole('group', { name: 'Video preview' })).toBeVisible()
  for (const name of ['Add slide', 'Duplicate slide']) {
    await page.getByRole('button', { name, exact: true }).hover()
    await expect(page.getByRole('tooltip')).toHaveText('A video has exactly one slide')
    // It can be pressed, though it is marked as disabled.
    await page.getByRole('button', { name, exact: true }).click({ force: true })
    await expect(page.getByRole('status').filter({ hasText: 'A video has exactly one slide' }).first()).toBeAttached()
    await expect(page.getByRole('list', { name: 'Slides' }).getByRole('button', { name: /^Slide \d+/ })).toHaveCount(1)
    await page.mouse.move(0, 0)
  }
})
