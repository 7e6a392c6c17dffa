import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'

/** Milliseconds for a graceful stop before the program is killed. */
const STOP_MS = 10_000
/** Characters of a failed program's log in its error. */
const LOG_TAIL = 2_000

export interface RunningProgram {
  child: ChildProcess
  /** Rejects if the program exits by itself. */
  ended: Promise<void>
  /** Stops gracefully, or kills the program after a timeout. */
  stop(): Promise<void>
  kill(): Promise<void>
}

export interface Launch {
  /** Name in messages. */
  name: string
  command: string
  args: string[]
  /** File with its output. */
  logFile: string
  env?: Record<string, string>
  /** Replaces `spawn`. */
  start?: (command: string, args: string[], options: SpawnOptions) => ChildProcess
}

/** Starts a program with its output in a file. It is detached from the terminal's Ctrl-C, so that the caller can stop it gracefully. */
export function runProgram({ name, command, args, logFile, env = {}, start = spawn }: Launch): RunningProgram {
  const log = openSync(logFile, 'a')
  const child = start(command, args, { stdio: ['ignore', log, log], detached: true, env: { ...process.env, ...env } })
  closeSync(log)
  const exited = once(child, 'exit')
  let isStopping = false
  const ended = exited.then(([code]: (number | null)[]) => {
    if (!isStopping) throw new Error(`${name} ended by itself with ${code}:\n${readFileSync(logFile, 'utf8').slice(-LOG_TAIL)}`)
  })
  // The caller that waits for it handles the error; it must not end the process.
  ended.catch(() => undefined)
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    isStopping = true
    child.kill(signal)
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    await exited.catch(() => undefined)
    clearTimeout(killTimer)
  }
  return { child, ended, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** Whether a port of this machine accepts connections. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const resolveWith = (isOpen: boolean) => () => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', resolveWith(true))
    socket.once('error', resolveWith(false))
  })
}
