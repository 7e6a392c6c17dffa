import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A page in the system's own Firefox, driven by WebDriver BiDi: what Playwright drives is a Firefox of its own. */
export interface FirefoxPage {
  open(url: string): Promise<void>
  /** The value of an expression, awaited, as it goes through JSON. */
  evaluate(expression: string): Promise<unknown>
  close(): Promise<void>
}

const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** Where a Firefox is installed; null when there is none. */
export function findFirefox(): string | null {
  return PLACES.find((path) => existsSync(path)) ?? null
}

interface Reply {
  id: number
  type: string
  result: Record<string, unknown>
  message?: string
}

class Connection {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, { resolve(result: Record<string, unknown>): void; reject(error: Error): void }>()
  #next = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data))))
  }

  #take(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (reply.type === 'success') waiting?.resolve(reply.result)
    else waiting?.reject(new Error(`Firefox: ${reply.message}`))
  }

  send(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> {
    const id = this.#next++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
  }
}

async function addressOf(firefox: ChildProcess): Promise<string> {
  if (!firefox.stderr) throw new Error('Firefox has nothing to read')
  for await (const line of createInterface({ input: firefox.stderr })) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? []
    if (address !== undefined) return address
  }
  throw new Error('Firefox ended before it could be driven')
}

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('Firefox takes no connection')), { once: true })
  })
  return new Connection(socket)
}

/** Starts Firefox without a window, with a profile of its own. */
export async function startFirefox(path: string): Promise<FirefoxPage> {
  const profile = await mkdtemp(join(tmpdir(), 'ninesixteen-firefox-'))
  const firefox = spawn(path, ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(firefox, 'exit')
  const connection = await connect(await addressOf(firefox))
  firefox.stderr?.resume()
  await connection.send('session.new', { capabilities: {} })
  const tree = (await connection.send('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  const context = tree.contexts[0]?.context
  return {
    async open(url) {
      await connection.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async evaluate(expression) {
      const outcome = (await connection.send('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${expression})))()`,
        target: { context },
        awaitPromise: true,
      })) as { type: string; result?: { value?: string }; exceptionDetails?: { text: string } }
      if (outcome.type !== 'success') throw new Error(outcome.exceptionDetails?.text ?? 'The expression failed')
      return JSON.parse(outcome.result?.value ?? 'null')
    },
    async close() {
      firefox.kill('SIGTERM')
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
