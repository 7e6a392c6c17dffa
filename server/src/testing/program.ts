import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const SERVER = join(import.meta.dirname, '..')

export interface Program {
  child: ChildProcess
  /** Everything printed so far, on both streams. */
  output(): string
  /** Resolves when this text is printed; rejects if the process ends first. */
  waitForOutput(text: string): Promise<void>
  /** Exit code, or null after a signal. */
  ended: Promise<number | null>
}

/** Runs one of the server's programs as a separate process, optionally in the folder `cwd`; killed when the test ends. */
export function runProgram(file: string, args: string[], env: Record<string, string>): Program {
  return runCommand(process.execPath, [join(SERVER, file), ...args], env)
}

/** Runs any command as a separate process, optionally in the folder `cwd`; killed when the test ends. */
export function runCommand(command: string, args: string[], { cwd, ...env }: Record<string, string>): Program {
  const child = spawn(command, args, {
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
  const waitForOutput = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (said.includes(text)) resolve()
      }
      for (const stream of [child.stdout, child.stderr]) stream.on('data', look)
      look()
      void ended.then((code) =>
        reject(new Error(`${[command, ...args].join(' ')} ended with ${code} before it printed "${text}":\n${said}`)),
      )
    })
  return { child, output: () => said, waitForOutput, ended }
}

/** A free port below the system's ephemeral range, so that no outgoing connection takes it first. */
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
