import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { OUTBOX } from '../mail/outbox.ts'
import { freePort } from '../testing/program.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { assignSandboxPort, startSandbox } from './sandbox.ts'

async function occupiedPort(): Promise<number> {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return port
}

test('the sandbox moves to the next free port together with the AI client', async () => {
  const occupied = await occupiedPort()
  const config = loadConfig({ DATA_DIR: await temporaryFolder(), PORT: String(occupied - 100) })
  expect(config.sandbox.port).toBe(occupied)
  const { sandbox, ai, google, platforms } = await assignSandboxPort(config)
  expect(sandbox.port).toBeGreaterThan(occupied)
  expect(sandbox.url).toBe(`http://127.0.0.1:${sandbox.port}`)
  expect(ai.baseUrl).toBe(`${sandbox.url}/openai/v1`)
  expect(sandbox.publicUrl).toBe(sandbox.url)
  expect(google?.apiUrl).toBe(`${sandbox.url}/google/api`)
  expect(google?.accountsUrl).toBe(`${sandbox.url}/google/accounts`)
  expect(platforms.tiktok.apiUrl).toBe(`${sandbox.url}/tiktok`)
  expect(platforms.tumblr.imageHosts.trusted).toEqual([`${sandbox.url}/tumblr-media/`])
})

test('a configured port is not replaced', { tags: ['long'] }, async () => {
  const occupied = await occupiedPort()
  const config = loadConfig({ DATA_DIR: await temporaryFolder(), SANDBOX_PORT: String(occupied) })
  await expect(assignSandboxPort(config)).rejects.toThrow(
    `SANDBOX_PORT ${occupied} is in use by another program. Stop it, or choose another port.`,
  )
})

test('a worker uses the sandbox of the web process at its actual port', async () => {
  const shared = { DATABASE_URL: 'postgres://ann@db/ninesixteen', ROLE: 'worker', SANDBOX_PORT: String(await occupiedPort()) }
  const config = loadConfig({ DATA_DIR: await temporaryFolder(), ...shared })
  expect(await assignSandboxPort(config)).toBe(config)
})

test('the sandbox port is ignored without a sandbox', async () => {
  const config = loadConfig({ DATA_DIR: await temporaryFolder(), SANDBOX: 'off', SANDBOX_PORT: String(await occupiedPort()) })
  expect(await assignSandboxPort(config)).toBe(config)
})

test.each([
  ['mails that have no mail server stand in its mailbox', {}, ['Hello']],
  ['a product with a mail server has none there', { SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'post@example.com' }, []],
])('%s, and payments are stored in the data folder', async (_, settings, subjects) => {
  const dataDir = await temporaryFolder()
  const config = await assignSandboxPort(loadConfig({ DATA_DIR: dataDir, SANDBOX_PORT: String(await freePort()), ...settings }))
  await mkdir(join(dataDir, OUTBOX))
  await writeFile(join(dataDir, OUTBOX, '2026_a.eml'), 'To: ann@example.org\r\nSubject: Hello\r\n\r\nHello')
  const running = startSandbox(config, pino({ level: 'silent' }))
  onTestFinished(() => running.stop())
  await running.ready
  const request = async (path: string, body?: object) => {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return (await fetch(`${config.sandbox.url}/_control${path}`, body ? json : {})).json()
  }
  const { mails } = (await request('/mails')) as { mails: { subject: string }[] }
  expect(mails.map(({ subject }) => subject)).toEqual(subjects)
  await request('/stripe/subscribe', { email: 'ann@example.org' })
  const readPayments = () => readFile(join(dataDir, 'sandbox/stripe.json'), 'utf8').catch(() => '')
  await expect.poll(readPayments).toContain('ann@example.org')
})
