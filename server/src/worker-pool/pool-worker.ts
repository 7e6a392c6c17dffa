import type { ChildProcess } from 'node:child_process'
import type { Worker } from 'node:worker_threads'

/** What a station says once, when everything it needs is loaded: the time of its work counts from here. */
export const READY = 'ready'

/** A thread or process that says READY, and answers each message with one message. */
export interface PoolWorker<Job, Reply> {
  /** Memory that is handed over is taken and not copied, where that is possible. */
  post(job: Job, handOver: ArrayBuffer[]): void
  /** Tells when it is ready, of each answer, and that it ended; the end may be told more than once. */
  listen(heard: { ready(): void; reply(reply: Reply): void; ended(reason: unknown): void }): void
  /** Whether this process stays up for it: for work, and not for a station that has none. */
  keepUp(isBusy: boolean): void
  /** At once, whatever it is doing. */
  end(): Promise<void>
}

export function threadWorker<Job, Reply>(worker: Worker): PoolWorker<Job, Reply> {
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  return {
    post: (job, handOver) => worker.postMessage(job, handOver),
    listen({ ready, reply, ended }) {
      worker.on('message', (message: unknown) => (message === READY ? ready() : reply(message as Reply)))
      worker.on('error', ended)
      worker.on('exit', () => ended(new Error('The thread ended')))
    },
    keepUp: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    async end() {
      void worker.terminate()
      await gone
    },
  }
}

/** A process with a channel for messages: `fork` with advanced serialization. */
export function processWorker<Job extends object, Reply>(child: ChildProcess): PoolWorker<Job, Reply> {
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // A process that cannot be started never exits.
    child.once('error', () => resolve())
  })
  return {
    // What cannot be sent is told by the end of the process, too.
    post: (job) => void child.send(job, () => undefined),
    listen({ ready, reply, ended }) {
      child.on('message', (message) => (message === READY ? ready() : reply(message as Reply)))
      child.on('error', ended)
      child.on('exit', (code, signal) => ended(new Error(`The process ended with ${signal ?? `code ${code}`}`)))
    },
    keepUp(isBusy) {
      if (isBusy) child.ref()
      else child.unref()
      if (isBusy) child.channel?.ref()
      else child.channel?.unref()
    },
    async end() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
