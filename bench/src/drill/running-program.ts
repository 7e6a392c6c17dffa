import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'

/** How long a program may take to end in order before it is killed, in milliseconds. */
const STOP_MS = 10_000
/** Last output of a failed program. */
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
  /** Name in messages. */
  name: string
  command: string
  args: string[]
  /** File with its output. */
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
  // The caller that waits for it handles the error; it must not end the process.
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

/** Whether a port of this machine accepts connections. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const say = (answer: boolean) => () => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', say(true))
    socket.once('error', say(false))
  })
}
