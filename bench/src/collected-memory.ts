import { z } from 'zod'

/** Memory in use after a garbage collection, in MB. */
export interface CollectedMemory {
  /** Objects, and the bytes that belong to them outside of the heap. */
  heap: number
  /** Resident memory. */
  resident: number
}

const MEGABYTE = 2 ** 20
const usageSchema = z.object({ heapUsed: z.number(), external: z.number(), rss: z.number() })
const repliesSchema = z.object({ id: z.number(), result: z.unknown() })
const evaluatedSchema = z.object({ result: z.object({ value: z.string() }) })
const targetsSchema = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })]).rest(z.unknown())

/** Has a process of Node collect its garbage, by its debugger, which listens at this port from the first signal on. */
export async function collectedMemory(pid: number, port: number): Promise<CollectedMemory> {
  process.kill(pid, 'SIGUSR1')
  const debug = new WebSocket(await debuggerAt(port))
  try {
    await new Promise((resolve, reject) => {
      debug.addEventListener('open', resolve, { once: true })
      debug.addEventListener('error', () => reject(new Error('The debugger does not answer')), { once: true })
    })
    await ask(debug, { id: 1, method: 'HeapProfiler.collectGarbage' })
    const question = { id: 2, method: 'Runtime.evaluate', params: { expression: 'JSON.stringify(process.memoryUsage())' } }
    const said = evaluatedSchema.parse(await ask(debug, question))
    const { heapUsed, external, rss } = usageSchema.parse(JSON.parse(said.result.value))
    return { heap: (heapUsed + external) / MEGABYTE, resident: rss / MEGABYTE }
  } finally {
    debug.close()
  }
}

function ask(debug: WebSocket, question: { id: number; method: string; params?: object }): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const heard = ({ data }: MessageEvent<string>): void => {
    const reply = repliesSchema.safeParse(JSON.parse(data))
    if (!reply.success || reply.data.id !== question.id) return
    debug.removeEventListener('message', heard)
    resolve(reply.data.result)
  }
  debug.addEventListener('message', heard)
  debug.send(JSON.stringify(question))
  return promise
}

const TRIES = 50
const AGAIN_MS = 100

async function debuggerAt(port: number): Promise<string> {
  for (let left = TRIES; ; left -= 1) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
      return targetsSchema.parse(await answer.json())[0].webSocketDebuggerUrl
    } catch (error) {
      if (left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}
