import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '../app-env.ts'
import { jsonResponse } from './json-response.ts'

const app = new Hono<AppEnv>().get('/:length', (c) => {
  c.header('set-cookie', 'kept=yes')
  const response = Response.json({ text: 'ä'.repeat(Number(c.req.param('length'))) }, { status: 201, headers: { 'retry-after': '3' } })
  return jsonResponse(c, response)
})

async function request(length: number, accepted?: string) {
  const response = await app.request(`/${length}`, { headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })
  expect(response.status).toBe(201)
  expect([response.headers.get('set-cookie'), response.headers.get('retry-after')]).toEqual(['kept=yes', '3'])
  const bytes = Buffer.from(await response.arrayBuffer())
  const isPacked = response.headers.get('content-encoding') === 'gzip'
  expect(JSON.parse((isPacked ? gunzipSync(bytes) : bytes).toString())).toEqual({ text: 'ä'.repeat(length) })
  return { isPacked, vary: response.headers.get('vary') }
}

test('a small response is not compressed', async () => {
  expect(await request(10, 'gzip, br')).toEqual({ isPacked: false, vary: null })
})

test.each([20_000, 200_000])('a response of %i characters is compressed for clients that accept it', async (length) => {
  expect(await request(length, 'gzip, deflate, br')).toEqual({ isPacked: true, vary: 'accept-encoding' })
  for (const accepted of [undefined, 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0'])
    expect(await request(length, accepted), accepted).toEqual({ isPacked: false, vary: 'accept-encoding' })
  expect((await request(length, 'gzip;q=0.5')).isPacked).toBe(true)
})
