import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'

const PROGRAM = join(import.meta.dirname, '../../../sandbox/src/main.ts')
/** Between two starts of a sandbox that died, in milliseconds. */
const RETRY_MS = 1_000
/** A sandbox that does not come up in this time must not hold the product back, in milliseconds. */
const READY_MS = 5_000

export interface RunningSandbox {
  /** Resolves when it answers, or when waiting longer makes no sense. */
  ready: Promise<void>
  stop(): Promise<void>
}

/** Runs the sandbox as a program of its own and starts it again when it dies. */
export function startSandbox(port: number, log: Logger): RunningSandbox {
  let stopping = false
  let child: ChildProcess | null = null
  let isUp: () => void = () => undefined
  const ready = Promise.race([new Promise<void>((resolve) => (isUp = resolve)), wait(READY_MS, undefined, { ref: false })])

  const run = async (): Promise<void> => {
    while (!stopping) {
      // Its standard input is our end of a pipe: when this process is killed, the sandbox sees it close and ends too.
      child = spawn(process.execPath, [PROGRAM, '--port', String(port), '--until-stdin-closes'], { stdio: ['pipe', 'pipe', 'pipe'] })
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('sandbox ready')) isUp()
      })
      child.stderr?.on('data', (chunk: Buffer) => log.warn({ sandbox: chunk.toString().trimEnd() }, 'sandbox'))
      const [code] = await once(child, 'exit')
      if (stopping) return
      log.error({ code }, 'the sandbox ended; starting it again')
      await wait(RETRY_MS)
    }
  }
  const running = run().catch((error: unknown) => log.error({ err: error }, 'the sandbox cannot be started'))
  return {
    ready,
    stop: async () => {
      stopping = true
      child?.kill('SIGTERM')
      await running
    },
  }
}
