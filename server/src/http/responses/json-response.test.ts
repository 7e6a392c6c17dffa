import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '../app-env.ts'
import { jsonResponse } from './json-response.ts'

const app = new Hono<AppEnv>().get('/:length', (c) => {
  c.header('set-cookie', 'kept=yes')
  const answer = Response.json({ text: 'ä'.repeat(Number(c.req.param('length'))) }, { status: 201, headers: { 'retry-after': '3' } })
  return jsonResponse(c, answer)
})

async function ask(length: number, accepted?: string) {
  const answer = await app.request(`/${length}`, { headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })
  expect(answer.status).toBe(201)
  expect([answer.headers.get('set-cookie'), answer.headers.get('retry-after')]).toEqual(['kept=yes', '3'])
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isPacked = answer.headers.get('content-encoding') === 'gzip'
  expect(JSON.parse((isPacked ? gunzipSync(bytes) : bytes).toString())).toEqual({ text: 'ä'.repeat(length) })
  return { isPacked, vary: answer.headers.get('vary') }
}

test('a small answer leaves as it is', async () => {
  expect(await ask(10, 'gzip, br')).toEqual({ isPacked: false, vary: null })
})

test.each([20_000, 200_000])('one of %i letters is compressed for clients that accept it', async (length) => {
  expect(await ask(length, 'gzip, deflate, br')).toEqual({ isPacked: true, vary: 'accept-encoding' })
  for (const accepted of [undefined, 'identity', 'br', 'gzip;q=0', 'gzip; q=0.0'])
    expect(await ask(length, accepted), accepted).toEqual({ isPacked: false, vary: 'accept-encoding' })
  expect((await ask(length, 'gzip;q=0.5')).isPacked).toBe(true)
})
