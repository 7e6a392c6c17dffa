import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '../app-env.ts'
import { browserId, returnOrigin } from './browser-id.ts'

/** The response to a request with these headers. */
async function request(headers: Record<string, string>, publicUrl: string) {
  const app = new Hono<AppEnv>().get('/', (c) => c.json({ id: browserId(c, publicUrl), origin: returnOrigin(c, publicUrl) }))
  const response = await app.request('/', { headers })
  const { id, origin } = (await response.json()) as { id: string; origin: string }
  return { id, origin, cookie: response.headers.get('set-cookie') }
}

test.each([
  ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://localhost:3000', 'http://evil.example', 'http://localhost:3000'],
  ['http://localhost:3000', 'http://localhost:4000', 'http://localhost:3000'],
  ['https://studio.example.com', 'https://studio.example.com', 'https://studio.example.com'],
  ['https://studio.example.com', 'https://studio.example.com.evil.example', 'https://studio.example.com'],
  ['https://studio.example.com/', undefined, 'https://studio.example.com'],
])('a user at %s whose page sends origin %s returns to %s', async (publicUrl, origin, expected) => {
  expect((await request(origin === undefined ? {} : { origin }, publicUrl)).origin).toBe(expected)
})

test('a browser gets an id for a day in an HttpOnly cookie', async () => {
  const { id, cookie } = await request({}, 'https://studio.example.com')
  expect(id).toMatch(/^[\w-]{22}$/)
  expect(cookie).toBe(`ninesixteen_browser=${id}; Max-Age=86400; Path=/api; HttpOnly; Secure; SameSite=Lax`)
  expect((await request({}, 'http://localhost:3000')).cookie).not.toContain('Secure')
  const returning = await request({ cookie: `ninesixteen_browser=${id}` }, 'https://studio.example.com')
  expect([returning.id, returning.cookie]).toEqual([id, null])
  // A cookie that this server didn't make gets a new id.
  expect((await request({ cookie: 'ninesixteen_browser=mine' }, 'https://studio.example.com')).id).not.toBe('mine')
})
