import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { createWorkerPool } from './worker-pool.ts'
import type { WorkerPool } from './worker-pool.ts'

interface Job {
  /** Waited for before the answer: set to 1 by the test. */
  gate?: Int32Array
  die?: 'exit' | 'throw'
}

/** Answers with the number of its thread, dies when told to. */
const THREAD = `
  const { parentPort, threadId } = require('node:worker_threads')
  parentPort.on('message', ({ gate, die }) => {
    if (die === 'exit') process.exit(3)
    if (die === 'throw') throw new Error('out of luck')
    if (gate) Atomics.wait(gate, 0, 0)
    parentPort.postMessage(threadId)
  })
`

function poolOf(size: number, idleMs = 60_000) {
  const started: Worker[] = []
  const start = (): Worker => {
    const worker = new Worker(THREAD, { eval: true })
    started.push(worker)
    return worker
  }
  const pool: WorkerPool<Job, number> = createWorkerPool({ start, size, idleMs })
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

test('starts no thread without work, and no more than it has places', async () => {
  const { pool, started } = poolOf(2)
  expect(started).toHaveLength(0)
  const threads = await Promise.all(Array.from({ length: 9 }, () => pool.run({})))
  expect(started).toHaveLength(2)
  expect(new Set(threads).size).toBe(2)
})

test('one job at a time in a thread, in the order they came', async () => {
  const { pool } = poolOf(1)
  const done: number[] = []
  await Promise.all([1, 2, 3, 4].map(async (number) => pool.run({}).then(() => done.push(number))))
  expect(done).toEqual([1, 2, 3, 4])
})

test.each(['exit', 'throw'] as const)('a thread that dies (%s) fails its job only', async (die) => {
  const { pool, started } = poolOf(1)
  const outcomes = await Promise.allSettled([pool.run({}), pool.run({ die }), pool.run({}), pool.run({})])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(started).toHaveLength(2)
})

test('a cancelled job is not begun, and one in progress is not waited for', async () => {
  const { pool } = poolOf(1)
  const { gate, open } = closedGate()
  const cancelling = new AbortController()
  const running = pool.run({ gate }, cancelling.signal)
  const waiting = pool.run({ die: 'exit' }, cancelling.signal)
  const last = pool.run({})
  cancelling.abort(new Error('enough'))
  await expect(running).rejects.toThrow('enough')
  await expect(waiting).rejects.toThrow('enough')
  await expect(pool.run({}, cancelling.signal)).rejects.toThrow('enough')
  open()
  expect(await last).toBeGreaterThan(0)
})

test('a thread without work ends, and the next job gets another', async () => {
  const { pool, started } = poolOf(1, 0)
  await pool.run({})
  await new Promise((resolve) => started[0]?.once('exit', resolve))
  await pool.run({})
  expect(started).toHaveLength(2)
})

test('closing fails what is waiting and in progress', async () => {
  const { pool } = poolOf(1)
  const { gate } = closedGate()
  const outcomes = Promise.allSettled([pool.run({ gate }), pool.run({})])
  await pool.close()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
