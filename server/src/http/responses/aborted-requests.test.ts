import { expect, test } from 'vitest'
import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import { startTestApp } from '../../testing/app.ts'
import { sendRaw } from '../../testing/raw-http.ts'

test('aborted requests log no errors', async () => {
  const app = await startTestApp({ logLevel: 'debug' })
  const user = await app.buildUser()
  const json = [`origin: ${app.url}`, 'content-type: application/json', 'content-length: 1000']
  const credentials = `cookie: ${user.cookieHeader}\r\n${EXPECTED_USER_HEADER}: ${user.id}`
  const file = [`origin: ${app.url}`, credentials, 'content-type: multipart/form-data; boundary=b', 'content-length: 1000']
  const partialBody = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc'
  const abortedCount = () => app.logged.filter((line) => line.includes('"status":499')).length
  const calls: [string[], string][] = [
    [['POST /api/auth/sign-in/email HTTP/1.1', ...json], '{"email":'],
    [['POST /api/v1/companies HTTP/1.1', credentials, ...json], '{"name":'],
    [['POST /api/files HTTP/1.1', ...file], partialBody],
  ]
  for (const [lines, body] of calls) {
    const previous = abortedCount()
    const sent = Array.from({ length: 30 }, () => sendRaw(app.url, lines, body))
    await Promise.all(
      sent.map(async ({ socket }) => {
        await new Promise((resolve) => socket.once('connect', resolve))
        // Resets the connection once the data is sent, as a browser does when its page closes.
        socket.write('', () => setImmediate(() => socket.resetAndDestroy()))
      }),
    )
    await expect.poll(() => abortedCount() - previous).toBeGreaterThan(20)
  }
  const loud = app.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)
  expect(loud).toEqual([])
})
