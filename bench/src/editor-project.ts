import { randomUUID } from 'node:crypto'
import type { BrowserContext } from 'playwright-core'

/** Asks the product as the signed-in page does. */
async function ask<T>(context: BrowserContext, call: { origin: string; path: string; method: string; body?: unknown }): Promise<T> {
  const { origin, path, method, body } = call
  const reading = await context.request.get(`${origin}/api/v1/me`)
  const user: Record<string, string> = reading.ok() ? { 'x-ninesixteen-user': (await reading.json()).id } : {}
  const answer = await context.request.fetch(`${origin}/api/${path}`, {
    method,
    headers: { origin, ...user },
    ...(body === undefined ? {} : { data: body }),
  })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

/** Signs in to a demo, whose library has photos. */
export async function signInToDemo(context: BrowserContext, origin: string): Promise<void> {
  await ask(context, { origin, path: 'auth/demo', method: 'POST', body: {} })
}

/** Creates a slideshow of this many slides with five boxes each: four texts and an image, over a photo. Returns its id. */
export async function makeProject(
  context: BrowserContext,
  { origin, slideCount }: { origin: string; slideCount: number },
): Promise<string> {
  const photos = await ask<{ filePath: string }[]>(context, { origin, path: 'v1/media', method: 'GET' })
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
  return makeSlideshow(context, { origin, title: `${slideCount} slides of five boxes`, slides })
}

/** A slideshow of one slide with these texts. Answers its id. */
export async function makeTextProject(
  context: BrowserContext,
  { origin, texts }: { origin: string; texts: readonly string[] },
): Promise<string> {
  const textBoxes = texts.map((text, index) => ({ id: randomUUID(), text, y: 60 + index * 110 }))
  const slides = [{ id: randomUUID(), title: 'letters', textBoxes }]
  return makeSlideshow(context, { origin, title: 'Letters', slides })
}

async function makeSlideshow(context: BrowserContext, made: { origin: string; title: string; slides: unknown[] }): Promise<string> {
  const { origin, ...shown } = made
  const body = { ...shown, topic: '', contentType: 'numbered-list', contentStyle: 'educational', companyId: null }
  const { id } = await ask<{ id: string }>(context, { origin, path: 'v1/projects', method: 'POST', body })
  return id
}
