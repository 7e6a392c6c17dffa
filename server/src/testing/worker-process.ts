import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { WorkerOptions } from './publishing-worker.ts'

const PROGRAM = join(import.meta.dirname, 'publishing-worker.ts')
const QUICK = join(import.meta.dirname, 'quick-imports.setup.ts')

/** A running worker process. */
export interface WorkerProcess {
  child: ChildProcess
  ready: Promise<void>
  /** Resolves when the worker has halted this many times in total. */
  halted(times: number): Promise<void>
  /** Resumes everything that halts. */
  resume(): void
  kill(): Promise<void>
  /** Shuts the worker down gracefully. */
  stop(): Promise<void>
  /** Errors that the worker logged. */
  errors(): string
}

export function startWorkerProcess(order: WorkerOptions): WorkerProcess {
  // Many workers start in a row and share the compile cache.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(order.dataDir, 'compiled') }
  const child = spawn(process.execPath, ['--import', QUICK, PROGRAM, JSON.stringify(order)], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let [said, complained] = ['', '']
  const listeners: (() => void)[] = []
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    for (const listen of listeners) listen()
  })
  child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()))
  const ended = once(child, 'close')
  const until = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = () => isSo() && resolve()
      listeners.push(look)
      look()
      void ended.then(() => reject(new Error(`The worker ended:\n${said}${complained}`)))
    })
  const ready = until(() => said.includes('ready\n'))
  // A test may kill the worker without waiting for it.
  ready.catch(() => undefined)
  return {
    child,
    ready,
    halted: (times) => until(() => (said.match(/^stage /gm)?.length ?? 0) >= times),
    resume: () => void child.stdin.write('go\n'),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    errors: () => complained,
  }
}
