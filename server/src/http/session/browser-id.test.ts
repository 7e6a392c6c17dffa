import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '../app-env.ts'
import { browserId, returnOrigin } from './browser-id.ts'

/** The response to a request with these headers. */
async function ask(headers: Record<string, string>, publicUrl: string) {
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
])('a person at %s, whose page says %s, comes back to %s', async (publicUrl, origin, expected) => {
  expect((await ask(origin === undefined ? {} : { origin }, publicUrl)).origin).toBe(expected)
})

test('a browser is named for a day by a cookie of its own, which no script can read', async () => {
  const { id, cookie } = await ask({}, 'https://studio.example.com')
  expect(id).toMatch(/^[\w-]{22}$/)
  expect(cookie).toBe(`ninesixteen_browser=${id}; Max-Age=86400; Path=/api; HttpOnly; Secure; SameSite=Lax`)
  expect((await ask({}, 'http://localhost:3000')).cookie).not.toContain('Secure')
  const known = await ask({ cookie: `ninesixteen_browser=${id}` }, 'https://studio.example.com')
  expect([known.id, known.cookie]).toEqual([id, null])
  // A cookie that this server didn't make gets a new id.
  expect((await ask({ cookie: 'ninesixteen_browser=mine' }, 'https://studio.example.com')).id).not.toBe('mine')
})
