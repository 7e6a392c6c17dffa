import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const SERVER = join(import.meta.dirname, '..')

export interface Program {
  child: ChildProcess
  /** All it printed so far, on both streams. */
  output(): string
  /** Resolves when it prints this; fails when it ends before. */
  prints(text: string): Promise<void>
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>
}

/** Runs one of the server's programs as a process of its own, in the folder `cwd` where it is given; killed when the test is over. */
export function runProgram(file: string, args: string[], { cwd, ...env }: Record<string, string>): Program {
  const child = spawn(process.execPath, [join(SERVER, file), ...args], {
    ...(cwd !== undefined && { cwd }),
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const prints = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (said.includes(text)) resolve()
      }
      for (const stream of [child.stdout, child.stderr]) stream.on('data', look)
      look()
      void ended.then((code) => reject(new Error(`${file} ended with ${code} before it printed "${text}":\n${said}`)))
    })
  return { child, output: () => said, prints, ended }
}

/** A port nobody listens on, below those the system lends to outgoing connections, which could take it before its user does. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
