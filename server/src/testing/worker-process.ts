import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { WorkerOrder } from './publishing-worker.ts'

const PROGRAM = join(import.meta.dirname, 'publishing-worker.ts')
const QUICK = join(import.meta.dirname, 'quick-imports.setup.ts')

/** A worker in a process of its own. */
export interface WorkerProcess {
  child: ChildProcess
  ready: Promise<void>
  /** Resolves when it has halted at so many stages. */
  halted(times: number): Promise<void>
  /** Lets everything that halts go on. */
  goOn(): void
  kill(): Promise<void>
  /** In order, as a deployment does. */
  stop(): Promise<void>
  /** What it complained of. */
  complaints(): string
}

export function startWorkerProcess(order: WorkerOrder): WorkerProcess {
  // Many of them are started in a row: the code of the first is that of all.
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
  // Whoever does not wait for it may kill it before.
  ready.catch(() => undefined)
  return {
    child,
    ready,
    halted: (times) => until(() => (said.match(/^stage /gm)?.length ?? 0) >= times),
    goOn: () => void child.stdin.write('go\n'),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
    complaints: () => complained,
  }
}
