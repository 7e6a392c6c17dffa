import { expect, test } from 'vitest'
import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import { startTestApp } from '../../testing/app.ts'
import { sendRaw } from '../../testing/raw-http.ts'

test('a sender who goes away in the middle is no error of the server, however many do', async () => {
  const app = await startTestApp({ logLevel: 'debug' })
  const user = await app.buildUser()
  const json = [`origin: ${app.url}`, 'content-type: application/json', 'content-length: 1000']
  const mine = `cookie: ${user.cookieHeader}\r\n${EXPECTED_USER_HEADER}: ${user.id}`
  const file = [`origin: ${app.url}`, mine, 'content-type: multipart/form-data; boundary=b', 'content-length: 1000']
  const begun = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc'
  const gone = () => app.logged.filter((line) => line.includes('"status":499')).length
  const calls: [string[], string][] = [
    [['POST /api/auth/sign-in/email HTTP/1.1', ...json], '{"email":'],
    [['POST /api/v1/companies HTTP/1.1', mine, ...json], '{"name":'],
    [['POST /api/files HTTP/1.1', ...file], begun],
  ]
  for (const [lines, body] of calls) {
    const before = gone()
    const sent = Array.from({ length: 30 }, () => sendRaw(app.url, lines, body))
    await Promise.all(
      sent.map(async ({ socket }) => {
        await new Promise((resolve) => socket.once('connect', resolve))
        // Resets the connection once the data is sent, as a browser does when its page closes.
        socket.write('', () => setImmediate(() => socket.resetAndDestroy()))
      }),
    )
    await expect.poll(() => gone() - before).toBeGreaterThan(20)
  }
  const loud = app.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)
  expect(loud).toEqual([])
})
