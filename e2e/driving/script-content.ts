import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { greyPng } from './images.ts'
import { schedule, type Connected } from './posts.ts'
import { apiHeaders } from './product.ts'
import { nextAiRequests } from './sandbox.ts'
import { packed } from './script-texts.ts'

/** A call of the page, without the page. */
export type Send = <T>(method: 'POST' | 'PUT' | 'PATCH', path: string, data: object) => Promise<T>

export async function sender(page: Page): Promise<Send> {
  const { request } = page.context()
  const headers = await apiHeaders(request)
  return async <T>(method: string, path: string, data: object) => {
    const reply = await request.fetch(path, { method, headers, data })
    expect(reply.ok(), `${method} ${path}: ${reply.status()} ${await reply.text()}`).toBe(true)
    return (await reply.json()) as T
  }
}

const slideOf = (title: string, texts: readonly string[] = []) => ({
  id: randomUUID(),
  title,
  description: title,
  textBoxes: texts.map((text) => ({ id: randomUUID(), text })),
})

const projectOf = (title: string, slides: readonly object[]) => ({
  title,
  topic: title,
  contentType: 'numbered-list',
  contentStyle: 'educational',
  companyId: null,
  slides,
})

/** Slideshows with all texts as their titles, and one with all texts in its boxes. Gives the one, and the first of the others. */
export async function createSlideshows(send: Send): Promise<{ whole: string; first: string }> {
  const boxes = packed(600)
  const slides = packed(300).map((title, at) => slideOf(title, boxes.slice(at, at + 1)))
  const { id: whole } = await send<{ id: string }>('POST', '/api/v1/projects', projectOf('All of them', slides.slice(0, 35)))
  const ids: string[] = []
  for (const title of packed(300)) {
    ids.push((await send<{ id: string }>('POST', '/api/v1/projects', projectOf(title, [slideOf(title, [title])]))).id)
  }
  return { whole, first: ids[0] ?? '' }
}

/** Companies, caption templates and custom modes, named and described by all texts. */
export async function createNamedItems(send: Send): Promise<void> {
  const [names, captions, descriptions] = [packed(120), packed(150), packed(2000)]
  for (const [at, name] of names.entries()) {
    await send('POST', '/api/v1/companies', { name, description: descriptions[at] ?? '' })
    await send('POST', '/api/v1/templates', { name, caption: captions[at] ?? 'x', description: descriptions[at] ?? '' })
    await send('POST', '/api/v1/custom-modes', { name, slides: [slideOf(name, [name])] })
  }
}

/** Photos named by all texts, and tagged by as much of each as a tag holds. */
export async function createPhotos(page: Page, send: Send): Promise<void> {
  const headers = await apiHeaders(page.context().request)
  const tags = packed(40)
  const ids: string[] = []
  for (const [at, name] of packed(180).entries()) {
    const file = greyPng(name, { width: 64 + at, height: 64 })
    const reply = await page.context().request.post('/api/files', { headers, multipart: { purpose: 'media', id: randomUUID(), file } })
    expect(reply.status(), await reply.text()).toBe(201)
    const { media }: { media: { id: string } } = await reply.json()
    ids.push(media.id)
  }
  for (let at = 0; at < tags.length; at += 20)
    await send('POST', '/api/v1/media/tags', { ids: [ids[(at / 20) % ids.length]], add: tags.slice(at, at + 20) })
}

/** Ideas as a model would write them that is up to no good. */
export async function createIdeas(send: Send): Promise<number> {
  const titles = packed(150)
  let found = 0
  for (let at = 0; at < titles.length; at += 25) {
    const ideas = titles.slice(at, at + 25).map((title) => ({ title, description: title }))
    await nextAiRequests({ kind: 'content', content: JSON.stringify({ ideas }) })
    found += (await send<{ ideas: object[] }>('POST', '/api/ideas', { topic: titles[at] })).ideas.length
  }
  return found
}

/** Drafts with all texts as captions and descriptions. */
export async function createPosts(page: Page, { projectId, account }: { projectId: string; account: Connected }): Promise<void> {
  const descriptions = packed(2000)
  for (const [at, caption] of packed(150).entries()) {
    await schedule(page, { projectId, account, at: null, caption, description: descriptions[at] ?? '' })
  }
}
