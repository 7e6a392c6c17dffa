import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { freePort, runProgram } from '../testing/program.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

interface Ready {
  status: string
  worker: { isAlive: boolean; beatAt: string | null }
}

test(
  "a web process and a worker run side by side, and the web process reports the worker's last heartbeat",
  { tags: ['long'] },
  async () => {
    const { connection, drop } = await testDatabase()
    onTestFinished(drop)
    const url = `postgres://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(connection.host ?? '')}`
    const shared = { DATABASE_URL: url, DATA_DIR: await temporaryFolder(), SANDBOX: 'off', LOG_LEVEL: 'error' }
    const start = async (ROLE: string) => {
      const port = String(await freePort())
      const program = runProgram('main.ts', [], { ...shared, ROLE, PORT: port })
      await program.waitForOutput('is ready at')
      return { program, url: `http://localhost:${port}` }
    }
    const readyz = async (at: string) => (await (await fetch(`${at}/readyz`)).json()) as Ready
    const web = await start('web')
    expect(await readyz(web.url)).toEqual({ status: 'ready', worker: { isAlive: false, beatAt: null } })
    const worker = await start('worker')
    await expect.poll(async () => (await readyz(web.url)).worker.isAlive).toBe(true)
    expect((await fetch(`${worker.url}/api/v1/config`)).status).toBe(404)
    expect((await fetch(`${web.url}/api/v1/config`)).status).toBe(200)
    expect((await readyz(worker.url)).status).toBe('ready')
    worker.program.child.kill('SIGTERM')
    expect(await worker.program.ended).toBe(0)
    expect((await readyz(web.url)).worker.isAlive).toBe(false)
    web.program.child.kill('SIGTERM')
    expect(await web.program.ended).toBe(0)
  },
)

test('a role without the shared database is rejected', async () => {
  const program = runProgram('main.ts', [], { ROLE: 'worker', DATA_DIR: await temporaryFolder(), PORT: String(await freePort()) })
  expect(await program.ended).toBe(2)
  expect(program.output()).toContain('ROLE needs DATABASE_URL')
})
