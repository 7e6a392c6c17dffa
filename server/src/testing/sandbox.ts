import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { join } from 'node:path'

const PROGRAM = join(import.meta.dirname, '../../../sandbox/src/main.ts')

export interface SandboxRequest {
  provider: string
  method: string
  path: string
  query: Record<string, string>
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
  /** Resets it and leaves it to the process's next test file: starting one takes longer than most files do. */
  release(): Promise<void>
  /** Ends it, for tests without providers. */
  stop(): Promise<void>
}

/** Released sandboxes of this process without artificial delays. They end with it. */
const idle: TestSandbox[] = []

/** A released sandbox, or a new one. */
export async function startTestSandbox(): Promise<TestSandbox> {
  return idle.pop() ?? startSandbox()
}

async function startSandbox(): Promise<TestSandbox> {
  const child = spawn(process.execPath, [PROGRAM, '--port', '0', '--until-stdin-closes', '--fast'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      const found = /sandbox ready on (\d+)/.exec(chunk.toString())?.[1]
      if (found) resolve(found)
    })
  })
  // Must not keep the tests' process alive.
  child.unref()
  for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref()
  const url = `http://127.0.0.1:${port}`
  const { control } = sandboxAt(url)
  const sandbox: TestSandbox = {
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
    async release() {
      await sandbox.reset()
      idle.push(sandbox)
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
  return sandbox
}
