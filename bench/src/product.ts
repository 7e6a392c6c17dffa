import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** The product as `npm start` runs it, on a free port. */
export interface RunningProduct {
  origin: string
  dataDir: string
  stop(): Promise<void>
}

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('A TCP server has an address with a port')
  return address.port
}

/** Starts the product with the sandbox and an empty data folder, and waits until it says it is ready. */
export async function startProduct(): Promise<RunningProduct> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'ninesixteen-bench-'))
  const origin = `http://localhost:${port}`
  const env = { ...process.env, PORT: String(port), SANDBOX_PORT: String(await freePort()), DATA_DIR: dataDir, SANDBOX: 'on', LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  await ready(child)
  return {
    origin,
    dataDir,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('is ready at')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The product ended with code ${code} before it was ready:\n${output}`)))
  })
}
