import { createHash, randomUUID } from 'node:crypto'
import { expect, type Download, type Locator, type Page } from '@playwright/test'
import { apiHeaders } from './product.ts'

/** The column in which a slideshow is ordered. */
export function generator(page: Page): Locator {
  return page.getByRole('region', { name: 'Slides', exact: true })
}

/** The slideshow's subject. */
export function topicField(page: Page): Locator {
  return generator(page).getByLabel('Topic', { exact: true })
}

/** The slide that is edited, with its boxes. */
export function stage(page: Page): Locator {
  return page.getByRole('region', { name: 'Slide', exact: true })
}

/** The small slides in their order. */
export function stripSlides(page: Page): Locator {
  return page.getByRole('list', { name: 'Slides' }).getByRole('button', { name: /^Slide \d+/ })
}

export function textBoxes(page: Page): Locator {
  return stage(page).getByRole('button', { name: /^Text box \d+: / })
}

export const recents = (page: Page): Locator => page.getByRole('region', { name: /^Recent Slideshows/ })
export const ideas = (page: Page): Locator => page.getByRole('region', { name: 'Recent Ideas' })
export const customSlides = (page: Page): Locator => generator(page).getByRole('region', { name: 'Custom slides' })

export async function chooseType(page: Page, name: string): Promise<void> {
  await generator(page).getByRole('radio', { name }).check()
}

export async function pick(page: Page, list: Locator, option: string | RegExp): Promise<void> {
  await list.click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(page.getByRole('listbox')).toBeHidden()
}

/** Chooses an action of the first recent slideshow with this title. */
export async function chooseAction(page: Page, title: string, action: string): Promise<void> {
  await recents(page).getByRole('listitem').filter({ hasText: title }).first().hover()
  await recents(page)
    .getByRole('button', { name: `Actions for ${title}`, exact: true })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

export async function findIdeas(page: Page, topic: string): Promise<void> {
  await page.getByLabel('Ideas about').fill(topic)
  await page.getByRole('button', { name: 'Generate Ideas' }).click()
  await expect(ideas(page).getByRole('listitem')).not.toHaveCount(0)
}

export async function openStudio(page: Page): Promise<void> {
  await page.goto('/content_studio')
  await expect(page.getByRole('heading', { level: 1, name: 'Content Studio' })).toBeAttached()
}

export async function addCompany(page: Page, company: { name: string; description: string }): Promise<void> {
  await generator(page).getByRole('button', { name: 'Add company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add company' })
  await dialog.getByLabel('Company name').fill(company.name)
  await dialog.getByLabel('Description').fill(company.description)
  await dialog.getByRole('button', { name: 'Create Company' }).click()
  await expect(dialog).toBeHidden()
  await expect(generator(page).getByRole('combobox', { name: 'Company' })).toContainText(company.name)
}

export interface ScheduleOptions {
  topic: string
  slides: number
  /** With a closing slide for the company, which comes on top of the number asked for. */
  softSell?: boolean
}

/** Presses the button that starts a slideshow. */
export async function startGeneration(page: Page, { topic, slides, softSell = false }: ScheduleOptions): Promise<void> {
  // On a phone the generator is one of the panes.
  const createTab = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Create' })
  if (await createTab.isVisible()) await createTab.click()
  await topicField(page).fill(topic)
  await pick(page, generator(page).getByRole('combobox', { name: 'Number of slides' }), new RegExp(`^${slides} slides`))
  await generator(page).getByRole('switch', { name: 'Call to action / soft sell' }).setChecked(softSell)
  await page.getByRole('button', { name: 'Generate Slideshow' }).click()
}

/** Makes a slideshow and waits until it is whole and open in the editor. */
export async function generate(page: Page, order: ScheduleOptions): Promise<void> {
  await startGeneration(page, order)
  await expect(stripSlides(page)).toHaveCount(order.slides, { timeout: 60_000 })
  await expect(textBoxes(page).first()).toBeAttached()
}

/** The body of a slideshow like those that are generated: a cover, then points of a title and a line below. */
function slidesAbout(topic: string, count: number): object[] {
  const box = (text: string, place: object) => ({ id: randomUUID(), text, x: 38, width: 180, color: '#ffffff', ...place })
  const cover = { id: randomUUID(), title: topic, textBoxes: [box(topic, { y: 120, height: 50, fontSize: 10, fontWeight: 800 })] }
  const points = Array.from({ length: count - 1 }, (_point, index) => {
    const title = `${index + 1}. leave your phone in the kitchen`
    return {
      id: randomUUID(),
      title,
      textBoxes: [
        box(title, { y: 120, height: 70, fontSize: 8, fontWeight: 400 }),
        box('the first hour of the day is yours, and no one else knows about it', { y: 210, height: 80, fontSize: 8, fontWeight: 400 }),
      ],
    }
  })
  return [cover, ...points]
}

/** A saved slideshow, open in the editor, for the journeys that are not about generating it. */
export async function openSlideshow(page: Page, { topic, slides }: Pick<ScheduleOptions, 'topic' | 'slides'>): Promise<void> {
  const project = { title: topic, topic, contentType: 'numbered-list', contentStyle: 'educational', companyId: null }
  const data = { ...project, slides: slidesAbout(topic, slides) }
  const response = await page.context().request.post('/api/v1/projects', { headers: await apiHeaders(page.context().request), data })
  expect(response.status(), await response.text()).toBe(201)
  const { id }: { id: string } = await response.json()
  await page.goto(`/content_studio?project=${id}&pane=edit`)
  await expect(stripSlides(page)).toHaveCount(slides)
  await expect(textBoxes(page).first()).toBeAttached()
}

/** SHA-256 of the pixels the stage shows, as RGBA. */
export function stagePixels(page: Page): Promise<string> {
  const canvas = stage(page).locator('canvas').first()
  return canvas.evaluate(async (element) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error('The stage has no canvas')
    // Requested like the painter does: the first request decides, and that may be this one.
    const pixels = element.getContext('2d', { willReadFrequently: true })?.getImageData(0, 0, element.width, element.height).data
    if (!pixels) throw new Error('The canvas has no pixels to read')
    const digest = await crypto.subtle.digest('SHA-256', pixels)
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  })
}

export function formatMenu(page: Page): Locator {
  return page.getByRole('button', { name: /^Format: / })
}

/** Shows the slides of the editor in a format. */
export async function chooseFormat(page: Page, format: string): Promise<void> {
  await formatMenu(page).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${format} `) }).click()
  await expect(formatMenu(page)).toHaveText(format)
  await expect(stage(page).locator('div[data-format]')).toHaveAttribute('data-format', format)
}

/** Red, green and blue of the stage's upper left pixel, which only the background covers. */
export function stageCorner(page: Page): Promise<number[]> {
  const canvas = stage(page).locator('canvas').first()
  return canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement)) throw new Error('The stage has no canvas')
    return Array.from(element.getContext('2d', { willReadFrequently: true })?.getImageData(0, 0, 1, 1).data.subarray(0, 3) ?? [])
  })
}

/** SHA-256 of RGBA pixels, to be compared with the stage's. */
export function hashOf(pixels: Uint8Array): string {
  return createHash('sha256').update(pixels).digest('hex')
}

/** Waits for `Saved`: nothing is unsaved or being saved. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.locator('[role=status][data-kind=saved]')).toBeAttached()
}

/** Exports the slides as files and gives the download. */
export async function exportSlides(page: Page): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), pressExport(page)])
  return download
}

async function pressExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /^Download ZIP/ }).click()
}

/** Drags an element by its middle, in steps as a hand does. */
export async function drag(page: Page, what: Locator, by: { x: number; y: number }): Promise<void> {
  const box = await what.boundingBox()
  if (!box) throw new Error('What is dragged is not on the page')
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 8 })
  await page.mouse.up()
}

/** The slides of the open project, as the server has saved them. */
export async function savedSlides<Slide>(page: Page): Promise<Slide[]> {
  await expectSaved(page)
  const id = new URL(page.url()).searchParams.get('project')
  const project: { slides: Slide[] } = await (await page.context().request.get(`/api/v1/projects/${id}`)).json()
  return project.slides
}
