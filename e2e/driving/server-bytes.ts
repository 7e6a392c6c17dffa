import { expect, type Page } from '@playwright/test'
import { bytesOf, decodePng, downloadBy } from './exporting.ts'
import { apiHeaders } from './product.ts'

/** Compares the page's export of the open slide with the server's rendering, byte for byte; returns its pixels. */
export async function expectServerBytes(page: Page): Promise<Uint8Array> {
  const { request } = page.context()
  const headers = await apiHeaders(request)
  const data = { name: 'Renders', scopes: ['slideshows:read'], companyId: null, days: 7 }
  const { secret } = (await (await request.post('/api/v1/api-keys', { headers, data })).json()) as { secret: string }
  const id = new URL(page.url()).searchParams.get('project')
  const path = `/api/public/v1/slideshows/${id}/slides/0/render`
  const server = await request.get(path, { headers: { authorization: `Bearer ${secret}`, accept: 'image/png' } })
  expect(server.status()).toBe(200)
  const [drawn, shown] = [decodePng(await server.body()), decodePng(await bytesOf(await downloadBy(page, /^Download this slide/)))]
  expect([shown.width, shown.height]).toEqual([drawn.width, drawn.height])
  expect(Buffer.compare(shown.data, drawn.data)).toBe(0)
  return shown.data
}
