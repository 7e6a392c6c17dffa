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

async function takenPort(): Promise<number> {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return port
}

test('the sandbox moves to the next free port, and the AI client with it', async () => {
  const taken = await takenPort()
  const asked = loadConfig({ DATA_DIR: await temporaryFolder(), PORT: String(taken - 100) })
  expect(asked.sandbox.port).toBe(taken)
  const { sandbox, ai, google, platforms } = await assignSandboxPort(asked)
  expect(sandbox.port).toBeGreaterThan(taken)
  expect(sandbox.url).toBe(`http://127.0.0.1:${sandbox.port}`)
  expect(ai.baseUrl).toBe(`${sandbox.url}/openai/v1`)
  expect(sandbox.publicUrl).toBe(sandbox.url)
  expect(google?.apiUrl).toBe(`${sandbox.url}/google/api`)
  expect(google?.accountsUrl).toBe(`${sandbox.url}/google/accounts`)
  expect(platforms.tiktok.apiUrl).toBe(`${sandbox.url}/tiktok`)
  expect(platforms.tumblr.pictures.trusted).toEqual([`${sandbox.url}/tumblr-media/`])
})

test('a port that was asked for is not replaced by another', { tags: ['long'] }, async () => {
  const taken = await takenPort()
  const asked = loadConfig({ DATA_DIR: await temporaryFolder(), SANDBOX_PORT: String(taken) })
  await expect(assignSandboxPort(asked)).rejects.toThrow(
    `SANDBOX_PORT ${taken} is in use by another program. Stop it, or choose another port.`,
  )
})

test('a worker asks the sandbox of the process that serves, at the port where that one listens', async () => {
  const shared = { DATABASE_URL: 'postgres://ann@db/ninesixteen', ROLE: 'worker', SANDBOX_PORT: String(await takenPort()) }
  const asked = loadConfig({ DATA_DIR: await temporaryFolder(), ...shared })
  expect(await assignSandboxPort(asked)).toBe(asked)
})

test('without a sandbox its port does not matter', async () => {
  const asked = loadConfig({ DATA_DIR: await temporaryFolder(), SANDBOX: 'off', SANDBOX_PORT: String(await takenPort()) })
  expect(await assignSandboxPort(asked)).toBe(asked)
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
  const ask = async (path: string, body?: object) => {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return (await fetch(`${config.sandbox.url}/_control${path}`, body ? json : {})).json()
  }
  const { mails } = (await ask('/mails')) as { mails: { subject: string }[] }
  expect(mails.map(({ subject }) => subject)).toEqual(subjects)
  await ask('/stripe/subscribe', { email: 'ann@example.org' })
  const kept = () => readFile(join(dataDir, 'sandbox/stripe.json'), 'utf8').catch(() => '')
  await expect.poll(kept).toContain('ann@example.org')
})
