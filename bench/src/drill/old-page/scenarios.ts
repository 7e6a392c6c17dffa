import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'

/** The state of a page while the server behind it is replaced. */
export interface Scene {
  name: string
  /** The scene leaves the page. */
  leaves?: true
  /** Path of the page in the previous release. */
  path(serverData: ServerData): Promise<string>
  /** Steps and input before the replacement. */
  begin(page: Page): Promise<void>
  /** Steps with the new server; repeated after a reload. */
  continue(page: Page): Promise<void>
  /** The lost input; null when there is none. */
  lost(page: Page, serverData: ServerData): Promise<string | null>
}

/** The server's data, read without the page. */
export interface ServerData {
  createProject(title: string): Promise<string>
  textsOf(title: string): Promise<string[]>
  captions(): Promise<string[]>
  photos(): Promise<string[]>
}

const stage = (page: Page): Locator => page.getByRole('region', { name: 'Slide', exact: true })
const firstText = (page: Page): Locator => stage(page).getByRole('button', { name: /^Text box 1: / })
const field = (page: Page): Locator => stage(page).getByRole('textbox')
const topic = (page: Page): Locator => page.getByRole('region', { name: 'Slides', exact: true }).getByLabel('Topic', { exact: true })
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Schedule Post' })
const caption = (page: Page): Locator => dialog(page).getByLabel('Caption', { exact: true })
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name })

async function write(page: Page, text: string): Promise<void> {
  if (!(await field(page).isVisible())) await firstText(page).dblclick()
  await field(page).fill(text)
}

async function finishText(page: Page, text: string): Promise<void> {
  await field(page).press('Enter')
  await stage(page)
    .getByRole('button', { name: `Text box 1: ${text}` })
    .waitFor()
}

async function openDialog(page: Page): Promise<void> {
  if (await dialog(page).isVisible()) return
  await page.getByRole('main').getByRole('button', { name: 'Schedule Post' }).first().click()
  await dialog(page).getByRole('group', { name: 'When' }).waitFor()
}

async function scheduleDraft(page: Page, text: string): Promise<void> {
  await openDialog(page)
  await caption(page).fill(text)
  await dialog(page)
    .getByRole('checkbox', { name: /, Tumblr$/ })
    .check()
  await dialog(page).getByRole('radio', { name: 'Save as draft' }).check()
  await dialog(page).getByRole('button', { name: 'Save draft' }).click()
  await dialog(page).waitFor({ state: 'hidden' })
}

const typedOn = new WeakSet<Page>()

const editor = (title: string) => async (serverData: ServerData) =>
  `/content_studio?project=${await serverData.createProject(title)}&pane=edit`
const missingFrom = async (found: readonly string[], expected: string) =>
  found.includes(expected) ? null : `"${expected}"; there is "${found.join('", "')}"`

export const SCENES: readonly Scene[] = [
  {
    name: 'a text is typed while no server answers',
    path: editor('typing'),
    async begin(page) {
      await write(page, 'half of a sente')
    },
    async continue(page) {
      if (!(await field(page).isVisible())) return
      await field(page).pressSequentially('nce')
      await finishText(page, 'half of a sentence')
    },
    lost: async (_page, serverData) => missingFrom(await serverData.textsOf('typing'), 'half of a sentence'),
  },
  {
    name: 'a text is typed while a part of its page is missing',
    path: editor('editing'),
    begin: (page) => firstText(page).waitFor(),
    async continue(page) {
      // Typed only once, because typing it again would hide a loss.
      if (!typedOn.has(page)) {
        typedOn.add(page)
        // The first save loads an asset.
        await write(page, 'after')
        await finishText(page, 'after')
        await write(page, 'after all')
        // Longer than the page retries a missing asset.
        await page.waitForTimeout(8_000)
      }
      if (await field(page).isVisible()) await field(page).press('Enter')
      await stage(page).getByRole('button', { name: 'Text box 1: after all' }).waitFor()
    },
    lost: async (_page, serverData) => missingFrom(await serverData.textsOf('editing'), 'after all'),
  },
  {
    name: 'the files of a slideshow are downloaded',
    path: editor('files'),
    begin: (page) => firstText(page).waitFor(),
    async continue(page) {
      const menu = page.getByRole('menuitem', { name: /^Download ZIP/ })
      if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Export' }).click()
      const download = page.waitForEvent('download')
      download.catch(() => undefined)
      await menu.click()
      await download
    },
    lost: async () => null,
  },
  {
    name: 'a slideshow is scheduled',
    path: editor('scheduling'),
    begin: (page) => firstText(page).waitFor(),
    continue: (page) => scheduleDraft(page, 'scheduled afterwards'),
    lost: async (_page, serverData) => missingFrom(await serverData.captions(), 'scheduled afterwards'),
  },
  {
    name: 'a caption was typed',
    path: editor('captioned'),
    async begin(page) {
      await firstText(page).waitFor()
      await openDialog(page)
      await caption(page).fill('typed before')
    },
    async continue(page) {
      await openDialog(page)
      await scheduleDraft(page, await caption(page).inputValue())
    },
    lost: async (_page, serverData) => missingFrom(await serverData.captions(), 'typed before'),
  },
  {
    name: 'a slideshow is generated',
    path: async () => '/content_studio',
    async begin(page) {
      await topic(page).fill('3 things typed before')
    },
    async continue(page) {
      const slides = page.getByRole('list', { name: 'Slides' }).getByRole('button', { name: /^Slide \d+/ })
      // The previous page may already have started it.
      if (!page.url().includes('project=')) await page.getByRole('button', { name: 'Generate Slideshow' }).click()
      await slides.nth(2).waitFor()
    },
    lost: async (_page, serverData) => ((await serverData.textsOf('3 things typed before')).length > 0 ? null : 'the slideshow'),
  },
  {
    name: 'the library is opened over a topic that was typed',
    path: async () => '/content_studio',
    async begin(page) {
      await topic(page).fill('a topic that is left')
    },
    async continue(page) {
      await page.getByRole('link', { name: 'Photo Library' }).first().click()
      await heading(page, 'Photo Library').waitFor()
      await page.getByRole('link', { name: 'Content Studio' }).first().click()
      await topic(page).waitFor()
    },
    async lost(page) {
      return missingFrom([await topic(page).inputValue()], 'a topic that is left')
    },
  },
  {
    name: 'a photo is uploaded and tagged',
    path: async () => '/photo_library',
    begin: (page) => heading(page, 'Photo Library').waitFor(),
    async continue(page) {
      const name = 'uploaded afterwards.png'
      const isUploaded = await page.getByRole('img', { name, exact: true }).isVisible()
      const buffer = await sharp({ create: { width: 540, height: 960, channels: 3, background: '#335588' } })
        .png()
        .toBuffer()
      if (!isUploaded) await page.getByLabel(/^Upload photos/).setInputFiles({ name, mimeType: 'image/png', buffer })
      await page.getByRole('img', { name, exact: true }).waitFor()
    },
    lost: async (_page, serverData) => missingFrom(await serverData.photos(), 'uploaded afterwards.png'),
  },
  {
    name: 'the scheduler shows its list',
    path: async () => '/post_scheduler',
    begin: (page) => heading(page, 'Post Scheduler').waitFor(),
    async continue(page) {
      await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'List' }).click()
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem').first().waitFor()
    },
    lost: async () => null,
  },
  {
    name: 'a user signs out and in',
    leaves: true,
    path: async () => '/content_studio',
    begin: (page) => topic(page).waitFor(),
    async continue(page) {
      const signOut = page.getByRole('button', { name: 'Sign out' })
      if (await signOut.isVisible()) await signOut.click()
      await page.waitForURL((url) => url.pathname !== '/content_studio')
      await page.goto('/auth')
      await page.getByLabel('Email').fill(EMAIL)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await topic(page).waitFor()
    },
    lost: async () => null,
  },
]

export const EMAIL = 'ann@example.org'
export const PASSWORD = 'vertical slides 916'
