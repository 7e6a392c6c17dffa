import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'

/** How long a program may take to end in order before it is killed, in milliseconds. */
const STOP_MS = 10_000
/** Of a program that failed, what it said last. */
const LAST_WORDS = 2_000

export interface RunningProgram {
  child: ChildProcess
  /** Rejects when the program ends before it is asked to: nothing here may end by itself. */
  ended: Promise<void>
  /** In order; killed when it does not listen. */
  stop(): Promise<void>
  kill(): Promise<void>
}

export interface Launch {
  /** For whoever reads of it. */
  name: string
  command: string
  args: string[]
  /** What it prints is kept there. */
  logFile: string
  env?: Record<string, string>
  /** Another way to start it than plainly. */
  start?: (command: string, args: string[], options: SpawnOptions) => ChildProcess
}

/** Starts a program whose words go to a file. It does not hear the terminal's Ctrl-C: who started it ends it, in order. */
export function runProgram({ name, command, args, logFile, env = {}, start = spawn }: Launch): RunningProgram {
  const log = openSync(logFile, 'a')
  const child = start(command, args, { stdio: ['ignore', log, log], detached: true, env: { ...process.env, ...env } })
  closeSync(log)
  const gone = once(child, 'exit')
  let isAsked = false
  const ended = gone.then(([code]: (number | null)[]) => {
    if (!isAsked) throw new Error(`${name} ended by itself with ${code}:\n${readFileSync(logFile, 'utf8').slice(-LAST_WORDS)}`)
  })
  // Who waits for it hears of it; nobody else is to be ended by it.
  ended.catch(() => undefined)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    isAsked = true
    child.kill(signal)
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await gone.catch(() => undefined)
    clearTimeout(late)
  }
  return { child, ended, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}
