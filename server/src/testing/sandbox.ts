import { spawn } from 'node:child_process'
import { join } from 'node:path'

const PROGRAM = join(import.meta.dirname, '../../../sandbox/src/main.ts')

export interface SandboxRequest {
  path: string
  authorization: string | null
  body: Record<string, unknown>
  status: number | null
  aborted: boolean
}

/** The imitated providers as a program of their own, without pauses. */
export interface TestSandbox {
  /** Base URL of the chat API. */
  openai: string
  /** Lines up faults for the next calls of the chat API. */
  fail(...next: Record<string, unknown>[]): Promise<void>
  requests(): Promise<SandboxRequest[]>
  /** Forgets faults and requests. */
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
  return {
    openai: `${url}/openai/v1`,
    async fail(...next) {
      const body = JSON.stringify({ provider: 'openai', next })
      const reply = await fetch(`${url}/_control/faults`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      if (!reply.ok) throw new Error(await reply.text())
    },
    async requests() {
      const reply = await fetch(`${url}/_control/requests?provider=openai`)
      return ((await reply.json()) as { requests: SandboxRequest[] }).requests
    },
    async reset() {
      await fetch(`${url}/_control`, { method: 'DELETE' })
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
