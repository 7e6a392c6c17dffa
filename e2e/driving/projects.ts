import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { apiHeaders } from './product.ts'
import { stage, stripSlides } from './studio.ts'

/** A slide as the server takes it; what is left out has its default. */
export interface NewSlide {
  textBoxes?: { text: string; y?: number; height?: number; fontSize?: number; fontWeight?: number }[]
  imageBoxes?: { imageUrl: string; x?: number; y?: number; width?: number; height?: number; opacity?: number }[]
  backgroundImage?: string | null
  textStyle?: 'outline' | 'white-bg' | 'black-bg' | 'black-outline'
  brightness?: number
  contrast?: number
}

export interface NewProject {
  title: string
  slides: NewSlide[]
  contentType?: 'numbered-list' | 'multi-photo-video'
  companyId?: string
}

/** Uploads a picture over HTTP and gives its storage path. */
export async function uploadPhoto(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
  purpose = 'media',
): Promise<string> {
  const reply = await page.context().request.post('/api/files', {
    headers: await apiHeaders(page.context().request),
    multipart: { purpose, ...(purpose === 'media' && { id: randomUUID() }), file },
  })
  expect(reply.status(), await reply.text()).toBe(201)
  const { filePath }: { filePath: string } = await reply.json()
  return filePath
}

/** Makes a project over HTTP, for the journeys that are about what comes after, and opens it in the editor. */
export async function openProject(page: Page, { title, slides, contentType = 'numbered-list', companyId }: NewProject): Promise<string> {
  const withIds = slides.map((slide, index) => ({
    ...slide,
    id: `slide${index}`,
    textBoxes: slide.textBoxes?.map((box, at) => ({ ...box, id: `text${at}` })),
    imageBoxes: slide.imageBoxes?.map((box, at) => ({ ...box, id: `image${at}` })),
  }))
  const reply = await page.context().request.post('/api/v1/projects', {
    headers: await apiHeaders(page.context().request),
    data: { title, topic: title, contentType, contentStyle: 'educational', companyId: companyId ?? null, slides: withIds },
  })
  expect(reply.status(), await reply.text()).toBe(201)
  const { id }: { id: string } = await reply.json()
  await page.goto(`/content_studio?project=${id}&pane=edit`)
  await expect(stripSlides(page)).toHaveCount(slides.length)
  await expect(stage(page).getByRole('group').first()).toBeAttached()
  return id
}
