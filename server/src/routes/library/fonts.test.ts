import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { UploadedFont } from '@ninesixteen/shared/api/fonts'
import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import { buildApiKey } from '../../testing/api-caller.ts'
import { buildSlide, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { poppins } from '../../testing/font-files.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

interface Upload {
  id?: string
  companyId?: string
  filename?: string
}

function send(by: TestUser, bytes: Uint8Array, { id = randomUUID(), companyId, filename = 'brand.woff2' }: Upload = {}) {
  const query = new URLSearchParams({ id, filename, ...(companyId !== undefined && { companyId }) })
  return by.fetch(`/api/fonts?${query.toString()}`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'application/octet-stream' },
  })
}

async function upload(by: TestUser, bytes: Uint8Array, options: Upload = {}): Promise<UploadedFont> {
  const response = await send(by, bytes, options)
  expect(response.status).toBe(201)
  return (await response.json()) as UploadedFont
}

const list = (by: TestUser): Promise<UploadedFont[]> => by.api('GET', '/fonts')
const urlOf = async (by: TestUser, font: UploadedFont['font']): Promise<string | null> => {
  const [url = null] = await by.api<(string | null)[]>('POST', '/files/urls', { paths: [font], variant: 'original' })
  return url
}
const slideIn = (font: UploadedFont['font']) => {
  const slide = buildSlide('one')
  return { ...slide, textBoxes: slide.textBoxes.map((box) => ({ ...box, text: 'Hello', font })) }
}

test('an uploaded font has the name of its family, its file behind a signed URL, and counts as storage', async () => {
  const company = await user.buildCompany()
  const font = await upload(user, await poppins(400), { companyId: company.id })
  expect(font).toMatchObject({ name: 'Poppins', companyId: company.id, styles: [{ italic: false, weights: [400, 400] }] })
  expect(await list(user)).toEqual([font])
  const url = await urlOf(user, font.font)
  const file = await user.fetch(url ?? '')
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('916F')
  expect((await user.fetch(`${url}x`)).status).toBe(403)
  expect(await user.api('GET', '/media/overview')).toMatchObject({ storage: { used: 256 * 1024 } })
})

test('a further style makes another file; slides keep the earlier one', async () => {
  const id = randomUUID()
  const regular = await upload(user, await poppins(400), { id })
  await user.buildProject({ slides: [slideIn(regular.font)] })
  const both = await upload(user, await poppins(700, 'italic'), { id })
  expect(both.styles).toEqual([
    { italic: false, weights: [400, 400] },
    { italic: true, weights: [700, 700] },
  ])
  expect(both.font).not.toBe(regular.font)
  expect(await urlOf(user, regular.font)).not.toBeNull()
  expect(await list(user)).toEqual([both])
})

test('a repeated upload changes nothing, and an unused earlier file is deleted', async () => {
  const id = randomUUID()
  const first = await upload(user, await poppins(400), { id })
  expect(await upload(user, await poppins(400), { id })).toEqual(first)
  await upload(user, await poppins(700), { id })
  expect(await urlOf(user, first.font)).toBeNull()
})

test('a deleted font leaves the list; its file stays for a slideshow and for a brand, and goes without them', async () => {
  const [inSlide, inBrand, unused] = [
    await upload(user, await poppins(400)),
    await upload(user, await poppins(700)),
    await upload(user, await poppins(700, 'italic')),
  ]
  const company = await user.buildCompany()
  const project = await user.buildProject({ slides: [slideIn(inSlide.font)] })
  await user.api('PUT', `/companies/${company.id}/brand`, { version: 0, brand: { ...NEW_BRAND, headlineFont: inBrand.font } })
  for (const { id } of [inSlide, inBrand, unused]) await user.api('DELETE', `/fonts/${id}`)
  expect(await list(user)).toEqual([])
  expect(await urlOf(user, inSlide.font)).not.toBeNull()
  expect(await urlOf(user, inBrand.font)).not.toBeNull()
  expect(await urlOf(user, unused.font)).toBeNull()
  expect(await app.services.store.read(unused.font)).toBeNull()
  expect(await user.api('GET', `/projects/${project.id}`)).toMatchObject({ slides: [{ textBoxes: [{ font: inSlide.font }] }] })
})

test('a font is renamed', async () => {
  const { id } = await upload(user, await poppins(400))
  expect(await user.api('PATCH', `/fonts/${id}`, { name: '  Corporate  ' })).toMatchObject({ name: 'Corporate' })
  expect((await user.call('PATCH', `/api/v1/fonts/${id}`, { name: ' ' })).status).toBe(400)
})

test('what is no font, too large or for another user’s company is refused, and leaves nothing', async () => {
  const other = await app.buildUser()
  const foreign = await other.buildCompany()
  const refused = async (bytes: Uint8Array, options: Upload = {}): Promise<unknown> => {
    const response = await send(user, bytes, options)
    const { error } = (await response.json()) as { error: { code: string } }
    return [response.status, error.code]
  }
  expect(await refused(Buffer.from('no font'))).toEqual([415, 'FONT_INVALID'])
  expect(await refused(new Uint8Array(5 * 1024 * 1024 + 1))).toEqual([413, 'UPLOAD_TOO_LARGE'])
  expect(await refused(await poppins(400), { companyId: foreign.id })).toEqual([400, 'INVALID_INPUT'])
  expect(await refused(await poppins(400), { id: 'one' })).toEqual([400, 'INVALID_INPUT'])
  expect(await list(user)).toEqual([])
  expect(await user.api('GET', '/media/overview')).toMatchObject({ storage: { used: 0 } })
})

test('another user’s font is refused in slides, brands, the public API, and as an id', async () => {
  const other = await app.buildUser()
  const theirs = await upload(other, await poppins(400))
  const slides = [slideIn(theirs.font)]
  expect(await user.call('POST', '/api/v1/projects', { title: 'x', slides })).toMatchObject({ status: 400 })
  const company = await user.buildCompany()
  const brand = { ...NEW_BRAND, textFont: theirs.font }
  expect(await user.call('PUT', `/api/v1/companies/${company.id}/brand`, { version: 0, brand })).toMatchObject({ status: 400 })
  expect((await send(user, await poppins(700), { id: theirs.id })).status).toBe(400)
  expect(await urlOf(user, theirs.font)).toBeNull()
  const key = await buildApiKey(user)
  expect(await key.call('POST', '/slideshows', { body: { title: 'x', slides } })).toMatchObject({ status: 400 })
  expect(await list(other)).toEqual([theirs])
})

test('a key of a company may use the company’s fonts alone', async () => {
  const [company, another] = [await user.buildCompany('one'), await user.buildCompany('two')]
  const [own, foreign] = [
    await upload(user, await poppins(400), { companyId: company.id }),
    await upload(user, await poppins(700), { companyId: another.id }),
  ]
  const key = await buildApiKey(user, { companyId: company.id })
  expect(await key.call('POST', '/slideshows', { body: { title: 'x', slides: [slideIn(own.font)] } })).toMatchObject({ status: 201 })
  expect(await key.call('POST', '/slideshows', { body: { title: 'x', slides: [slideIn(foreign.font)] } })).toMatchObject({ status: 403 })
})
