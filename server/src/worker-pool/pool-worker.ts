import type { ChildProcess } from 'node:child_process'
import type { Worker } from 'node:worker_threads'

/** Sent once by a worker that has loaded; the time limit of its job starts here. */
export const READY = 'ready'

/** A thread or process that sends READY, and replies to each message with one message. */
export interface PoolWorker<Job, Reply> {
  /** Buffers of the second parameter are transferred instead of copied, where possible. */
  post(job: Job, transfer: ArrayBuffer[]): void
  /** Reports readiness, each reply, and the end, which may be reported more than once. */
  listen(handlers: { ready(): void; reply(reply: Reply): void; ended(reason: unknown): void }): void
  /** References this process's event loop only while the worker is busy. */
  setBusy(isBusy: boolean): void
  /** Terminates immediately, even during a job. */
  end(): Promise<void>
}

export function threadWorker<Job, Reply>(worker: Worker): PoolWorker<Job, Reply> {
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  return {
    post: (job, transfer) => worker.postMessage(job, transfer),
    listen({ ready, reply, ended }) {
      worker.on('message', (message: unknown) => (message === READY ? ready() : reply(message as Reply)))
      worker.on('error', ended)
      worker.on('exit', () => ended(new Error('Worker thread exited')))
    },
    setBusy: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    async end() {
      void worker.terminate()
      await exited
    },
  }
}

/** A process with an IPC channel: `fork` with advanced serialization. */
export function processWorker<Job extends object, Reply>(child: ChildProcess): PoolWorker<Job, Reply> {
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // A process that fails to start never exits.
    child.once('error', () => resolve())
  })
  return {
    // A failed send shows in the end of the process, too.
    post: (job) => void child.send(job, () => undefined),
    listen({ ready, reply, ended }) {
      child.on('message', (message) => (message === READY ? ready() : reply(message as Reply)))
      child.on('error', ended)
      child.on('exit', (code, signal) => ended(new Error(`Worker process exited with ${signal ?? `code ${code}`}`)))
    },
    setBusy(isBusy) {
      if (isBusy) child.ref()
      else child.unref()
      if (isBusy) child.channel?.ref()
      else child.channel?.unref()
    },
    async end() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
