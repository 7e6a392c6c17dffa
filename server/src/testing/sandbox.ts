import { spawn } from 'node:child_process'
import { join } from 'node:path'

const PROGRAM = join(import.meta.dirname, '../../../sandbox/src/main.ts')

export interface SandboxRequest {
  provider: string
  method: string
  path: string
  authorization: string | null
  body: Record<string, unknown>
  status: number | null
  aborted: boolean
}

/** A running sandbox. */
export interface ReachedSandbox {
  /** `http://127.0.0.1:PORT` */
  url: string
  /** Calls an endpoint below `/_control`, such as `/clock`. */
  control<T = unknown>(path: string, method: string, body?: unknown): Promise<T>
}

export function sandboxAt(url: string): ReachedSandbox {
  return {
    url,
    async control<T>(path: string, method: string, body?: unknown): Promise<T> {
      const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      const reply = await fetch(`${url}/_control${path}`, { method, ...json })
      if (!reply.ok) throw new Error(await reply.text())
      return (await reply.json()) as T
    },
  }
}

/** The sandbox as a separate process, without artificial delays. */
export interface TestSandbox extends ReachedSandbox {
  /** Base URL of the chat API. */
  openai: string
  /** Queues faults for the next requests to the chat API. */
  fail(...next: Record<string, unknown>[]): Promise<void>
  /** Waits for chat responses that `hold` faults hold back and releases them, by default one. */
  releaseHeld(count?: number): Promise<void>
  /** Requests that a provider received, by default the chat API. */
  requests(provider?: string): Promise<SandboxRequest[]>
  /** Clears faults and recorded requests. */
  reset(): Promise<void>
  stop(): Promise<void>
}

export async function startTestSandbox({ pace = 'fast' }: { pace?: 'fast' | 'natural' } = {}): Promise<TestSandbox> {
  const args = ['--port', '0', '--until-stdin-closes', ...(pace === 'fast' ? ['--fast'] : [])]
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['pipe', 'pipe', 'ignore'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /sandbox ready on (\d+)/.exec(chunk.toString())?.[1]
      if (found) resolve(found)
    })
  })
  const url = `http://127.0.0.1:${port}`
  const { control } = sandboxAt(url)
  return {
    url,
    control,
    openai: `${url}/openai/v1`,
    async fail(...next) {
      await control('/faults', 'POST', { provider: 'openai', next })
    },
    async releaseHeld(count = 1) {
      // A requested response may not have reached the hold yet.
      for (let left = count; left > 0;) left -= (await control<{ released: number }>('/openai/hold', 'DELETE')).released
    },
    async requests(provider = 'openai') {
      return (await control<{ requests: SandboxRequest[] }>(`/requests?provider=${provider}`, 'GET')).requests
    },
    async reset() {
      await control('', 'DELETE')
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
