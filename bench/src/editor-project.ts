import { randomUUID } from 'node:crypto'
import type { BrowserContext } from 'playwright-core'

/** Sends an API request as the signed-in page does. */
async function request<T>(context: BrowserContext, options: { origin: string; path: string; method: string; body?: unknown }): Promise<T> {
  const { origin, path, method, body } = options
  const me = await context.request.get(`${origin}/api/v1/me`)
  const user: Record<string, string> = me.ok() ? { 'x-ninesixteen-user': (await me.json()).id } : {}
  const response = await context.request.fetch(`${origin}/api/${path}`, {
    method,
    headers: { origin, ...user },
    ...(body === undefined ? {} : { data: body }),
  })
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
  return response.json()
}

/** Signs in to a demo, whose library has photos. */
export async function signInToDemo(context: BrowserContext, origin: string): Promise<void> {
  await request(context, { origin, path: 'auth/demo', method: 'POST', body: {} })
}

/** Creates a slideshow whose slides have four texts and an image over a photo. Returns its id. */
export async function createProject(
  context: BrowserContext,
  { origin, slideCount }: { origin: string; slideCount: number },
): Promise<string> {
  const photos = await request<{ filePath: string }[]>(context, { origin, path: 'v1/media', method: 'GET' })
  const styles = ['outline', 'white-bg', 'black-bg', 'black-outline']
  const slides = Array.from({ length: slideCount }, (_slide, index) => ({
    id: randomUUID(),
    title: `slide ${index + 1}`,
    backgroundImage: photos[index % photos.length]?.filePath ?? null,
    textStyle: styles[index % styles.length],
    textBoxes: Array.from({ length: 4 }, (_box, row) => ({
      id: randomUUID(),
      text: `${row + 1}. open a window before you open your phone ☕`,
      y: 40 + row * 90,
    })),
    imageBoxes: [{ id: randomUUID(), imageUrl: photos[(index + 5) % photos.length]?.filePath, y: 330 }],
  }))
  return createSlideshow(context, { origin, title: `${slideCount} slides of five boxes`, slides })
}

/** Creates a slideshow of one slide with these texts. Returns its id. */
export async function createTextProject(
  context: BrowserContext,
  { origin, texts }: { origin: string; texts: readonly string[] },
): Promise<string> {
  const textBoxes = texts.map((text, index) => ({ id: randomUUID(), text, y: 60 + index * 110 }))
  const slides = [{ id: randomUUID(), title: 'letters', textBoxes }]
  return createSlideshow(context, { origin, title: 'Letters', slides })
}

async function createSlideshow(context: BrowserContext, slideshow: { origin: string; title: string; slides: unknown[] }): Promise<string> {
  const { origin, ...content } = slideshow
  const body = { ...content, topic: '', contentType: 'numbered-list', contentStyle: 'educational', companyId: null }
  const { id } = await request<{ id: string }>(context, { origin, path: 'v1/projects', method: 'POST', body })
  return id
}
