import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { freePort } from '../testing/program.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { placeSandbox } from './sandbox.ts'

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
  const { sandbox, ai, google, platforms } = await placeSandbox(asked)
  expect(sandbox.port).toBeGreaterThan(taken)
  expect(sandbox.url).toBe(`http://127.0.0.1:${sandbox.port}`)
  expect(ai.baseUrl).toBe(`${sandbox.url}/openai/v1`)
  expect(sandbox.publicUrl).toBe(sandbox.url)
  expect(google?.apiUrl).toBe(`${sandbox.url}/google/api`)
  expect(google?.accountsUrl).toBe(`${sandbox.url}/google/accounts`)
  expect(platforms.tiktok.apiUrl).toBe(`${sandbox.url}/tiktok`)
  expect(platforms.tumblr.pictures.trusted).toEqual([`${sandbox.url}/tumblr-media/`])
})

test('a port that was asked for is not replaced by another', async () => {
  const taken = await takenPort()
  const asked = loadConfig({ DATA_DIR: await temporaryFolder(), SANDBOX_PORT: String(taken) })
  await expect(placeSandbox(asked)).rejects.toThrow(`SANDBOX_PORT ${taken} is in use by another program: stop it, or choose another one.`)
})

test('without a sandbox its port does not matter', async () => {
  const asked = loadConfig({ DATA_DIR: await temporaryFolder(), SANDBOX: 'off', SANDBOX_PORT: String(await takenPort()) })
  expect(await placeSandbox(asked)).toBe(asked)
})
