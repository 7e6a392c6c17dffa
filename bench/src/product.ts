import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenOf, commandOf } from './processes.ts'

const root = join(import.meta.dirname, '..', '..')

/** The product as `npm start` runs it, on a free port. */
export interface RunningProduct {
  origin: string
  /** Origin of its sandbox. */
  sandboxOrigin: string
  dataDir: string
  /** The server's process id. */
  pid: number
  /** Port of its debugger, which listens after SIGUSR1. */
  inspectPort: number
  /** Milliseconds from the command until the product logs that it is ready. */
  startMs: number
  /** Shuts it down gracefully, and removes its data folder unless the caller specified one. */
  stop(): Promise<void>
}

export interface StartSettings {
  /** Additional environment variables. */
  env?: Record<string, string>
  /** A data folder that outlives the product; a temporary one if absent. */
  dataDir?: string
  port?: number
}

/** A free port below the ephemeral range, so that no outgoing connection takes it first. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}

/** Starts the product with the sandbox, and waits until it is ready. */
export async function startProduct(settings: StartSettings = {}): Promise<RunningProduct> {
  const port = settings.port ?? (await freePort())
  const dataDir = settings.dataDir ?? (await mkdtemp(join(tmpdir(), 'ninesixteen-bench-')))
  const origin = `http://localhost:${port}`
  const [sandboxPort, inspectPort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    SANDBOX: 'on',
    // Otherwise, the first account becomes the operator.
    OPERATORS: 'operator@example.org',
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --inspect-port=127.0.0.1:${inspectPort}`,
    ...settings.env,
  }
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  await waitUntilReady(child)
  return {
    origin,
    sandboxOrigin: `http://127.0.0.1:${sandboxPort}`,
    dataDir,
    pid: serverPid(child),
    inspectPort,
    startMs: performance.now() - startedAt,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        await ended
      }
      if (settings.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The command execs the server where possible; elsewhere it is the server's parent. */
function serverPid({ pid = 0 }: ChildProcess): number {
  return childrenOf(pid).find((child) => commandOf(child).includes('server/src/main.ts')) ?? pid
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('is ready at')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The product ended with code ${code} before it was ready:\n${output}`)))
  })
}
