import { z } from 'zod'

/** Memory in use after a garbage collection, in MB. */
export interface CollectedMemory {
  /** Objects, including their memory outside of the heap. */
  heap: number
  /** Resident memory. */
  resident: number
}

const MEGABYTE = 2 ** 20
const usageSchema = z.object({ heapUsed: z.number(), external: z.number(), rss: z.number() })
const responseSchema = z.object({ id: z.number(), result: z.unknown() })
const evaluatedSchema = z.object({ result: z.object({ value: z.string() }) })
const targetsSchema = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })]).rest(z.unknown())

/** Collects the garbage of a Node process through its debugger, which listens on this port after the first SIGUSR1. */
export async function collectedMemory(pid: number, port: number): Promise<CollectedMemory> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await debuggerUrl(port))
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true })
      socket.addEventListener('error', () => reject(new Error('The debugger does not answer')), { once: true })
    })
    await sendCommand(socket, { id: 1, method: 'HeapProfiler.collectGarbage' })
    const command = { id: 2, method: 'Runtime.evaluate', params: { expression: 'JSON.stringify(process.memoryUsage())' } }
    const evaluated = evaluatedSchema.parse(await sendCommand(socket, command))
    const { heapUsed, external, rss } = usageSchema.parse(JSON.parse(evaluated.result.value))
    return { heap: (heapUsed + external) / MEGABYTE, resident: rss / MEGABYTE }
  } finally {
    socket.close()
  }
}

function sendCommand(socket: WebSocket, command: { id: number; method: string; params?: object }): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const onMessage = ({ data }: MessageEvent<string>): void => {
    const response = responseSchema.safeParse(JSON.parse(data))
    if (!response.success || response.data.id !== command.id) return
    socket.removeEventListener('message', onMessage)
    resolve(response.data.result)
  }
  socket.addEventListener('message', onMessage)
  socket.send(JSON.stringify(command))
  return promise
}

const TRIES = 50
const RETRY_MS = 100

async function debuggerUrl(port: number): Promise<string> {
  for (let remaining = TRIES; ; remaining -= 1) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/json/list`)
      return targetsSchema.parse(await response.json())[0].webSocketDebuggerUrl
    } catch (error) {
      if (remaining === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
