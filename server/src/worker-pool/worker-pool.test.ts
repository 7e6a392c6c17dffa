import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { spawn } from 'node:child_process'
import { processWorker, threadWorker } from './pool-worker.ts'
import { createWorkerPool, type PoolOptions, type WorkerPool } from './worker-pool.ts'

interface Job {
  /** The worker waits for it before its reply; the test sets it to 1. */
  gate?: Int32Array
  die?: 'exit' | 'throw'
}

/** Replies with the number of its thread; exits on demand. */
const THREAD = `
  const { parentPort, threadId } = require('node:worker_threads')
  parentPort.on('message', ({ gate, die }) => {
    if (die === 'exit') process.exit(3)
    if (die === 'throw') throw new Error('out of luck')
    if (gate) Atomics.wait(gate, 0, 0)
    parentPort.postMessage(threadId)
  })
  parentPort.postMessage('ready')
`

const ONE = { userId: 'somebody' }

function poolOf(size: number, overrides: Partial<PoolOptions<Job, number>> = {}) {
  const started: Worker[] = []
  const start = () => {
    const worker = new Worker(THREAD, { eval: true })
    started.push(worker)
    return threadWorker<Job, number>(worker)
  }
  const bounds = { maxQueuedPerUser: 100, maxQueued: 100 }
  const pool: WorkerPool<Job, number> = createWorkerPool({ start, size, idleMs: 60_000, limitMs: () => 60_000, ...bounds, ...overrides })
  onTestFinished(() => pool.close())
  return { pool, started }
}

function closedGate() {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const open = (): void => {
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
  }
  return { gate, open }
}

test('starts no more workers than it has jobs and slots', async () => {
  const { pool, started } = poolOf(2)
  expect(started).toHaveLength(0)
  const threads = await Promise.all(Array.from({ length: 9 }, () => pool.run({}, ONE)))
  expect(started).toHaveLength(2)
  expect(new Set(threads).size).toBe(2)
})

test('runs one job at a time per worker, in order', async () => {
  const { pool } = poolOf(1)
  const done: number[] = []
  await Promise.all([1, 2, 3, 4].map(async (number) => pool.run({}, ONE).then(() => done.push(number))))
  expect(done).toEqual([1, 2, 3, 4])
})

test.each(['exit', 'throw'] as const)('a worker that exits (%s) fails only its job', async (die) => {
  const { pool, started } = poolOf(1)
  const outcomes = await Promise.allSettled([pool.run({}, ONE), pool.run({ die }, ONE), pool.run({}, ONE), pool.run({}, ONE)])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(started).toHaveLength(2)
})

test('a canceled job is not started, and a running one is not awaited', async () => {
  const { pool } = poolOf(1)
  const { gate, open } = closedGate()
  const cancelling = new AbortController()
  const running = pool.run({ gate }, { ...ONE, signal: cancelling.signal })
  const waiting = pool.run({ die: 'exit' }, { ...ONE, signal: cancelling.signal })
  const last = pool.run({}, ONE)
  cancelling.abort(new Error('enough'))
  await expect(running).rejects.toThrow('enough')
  await expect(waiting).rejects.toThrow('enough')
  await expect(pool.run({}, { ...ONE, signal: cancelling.signal })).rejects.toThrow('enough')
  open()
  expect(await last).toBeGreaterThan(0)
})

test('an idle worker ends, and the next job starts another', async () => {
  const { pool, started } = poolOf(1, { idleMs: 0 })
  await pool.run({}, ONE)
  await new Promise((resolve) => started[0]?.once('exit', resolve))
  await pool.run({}, ONE)
  expect(started).toHaveLength(2)
})

test('closing fails queued and running jobs', async () => {
  const { pool } = poolOf(1)
  const { gate } = closedGate()
  const outcomes = Promise.allSettled([pool.run({ gate }, ONE), pool.run({}, ONE)])
  await pool.close()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('a job beyond its time limit is terminated with its worker, and the next runs', async () => {
  const { pool, started } = poolOf(1, { limitMs: ({ gate }) => (gate ? 20 : 60_000) })
  const { gate } = closedGate()
  const [tooLate, next] = [pool.run({ gate }, ONE), pool.run({}, ONE)]
  await expect(tooLate).rejects.toMatchObject({ name: 'StationLost', how: 'late' })
  expect(await next).toBeGreaterThan(0)
  expect(started).toHaveLength(2)
})

test('users take turns', async () => {
  const { pool } = poolOf(1)
  const done: string[] = []
  const run = async (userId: string): Promise<void> => {
    await pool.run({}, { userId })
    done.push(userId)
  }
  await Promise.all(['a', 'a', 'a', 'b', 'c'].map(run))
  expect(done).toEqual(['a', 'b', 'c', 'a', 'a'])
})

test('a worker that grew too large is replaced', async () => {
  const { pool, started } = poolOf(1, { isWorn: () => true })
  await pool.run({}, ONE)
  await pool.run({}, ONE)
  expect(started).toHaveLength(2)
})

test('a job for all slots gets its own worker, and no idle one remains', async () => {
  const { pool, started } = poolOf(2)
  await Promise.all([pool.run({}, ONE), pool.run({}, ONE)])
  const ended = Promise.all(started.map((worker) => new Promise((resolve) => worker.once('exit', resolve))))
  await pool.run({}, { ...ONE, places: 2 })
  await ended
  expect(started).toHaveLength(3)
})

test('a process that exits fails only its job', async () => {
  const program = `process.on('message', ({ die }) => (die ? process.kill(process.pid, 'SIGKILL') : process.send(process.pid))); process.send('ready')`
  const stdio: ['ignore', 'ignore', 'ignore', 'ipc'] = ['ignore', 'ignore', 'ignore', 'ipc']
  const { pool } = poolOf(1, { start: () => processWorker(spawn(process.execPath, ['-e', program], { stdio })) })
  const first = await pool.run({}, ONE)
  await expect(pool.run({ die: 'exit' }, ONE)).rejects.toMatchObject({ name: 'StationLost', how: 'ended' })
  expect(await pool.run({}, ONE)).not.toBe(first)
})

test('a process that cannot start fails its job', async () => {
  const { pool } = poolOf(1, { start: () => processWorker(spawn('/nowhere/at/all', { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })) })
  await expect(pool.run({}, ONE)).rejects.toMatchObject({ how: 'ended' })
})
