import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ConfigError } from '../config-error.ts'
import type { Config } from '../config/config.ts'
import { OUTBOX } from '../mail/outbox.ts'
import { sandboxGoogle } from '../providers/google/settings.ts'
import { sandboxStripe } from '../providers/stripe/settings.ts'

const PROGRAM = join(import.meta.dirname, '../../../sandbox/src/main.ts')
/** Between two starts of a sandbox that died, in milliseconds. */
const RETRY_MS = 1_000
/** A sandbox that does not come up in this time must not hold the product back, in milliseconds. */
const READY_MS = 5_000
/** How long it may take to end when asked to, in milliseconds. */
const STOP_MS = 2_000
/** How many ports after the first one are tried. */
const PORTS_TRIED = 100
/** How long a port that was asked for may still be held by the sandbox of a product that was just killed, in milliseconds. */
const LEAVING_MS = 1_500

export interface RunningSandbox {
  /** Resolves when it answers, or when waiting longer makes no sense. */
  ready: Promise<void>
  stop(): Promise<void>
}

/**
 * The settings with a sandbox port that is free: several products run side by side without a word about it. A process that serves nobody starts no
 * sandbox, and asks that of one that does.
 */
export async function assignSandboxPort(config: Config): Promise<Config> {
  const { enabled, port, isPortFixed } = config.sandbox
  if (!enabled || !config.publishing.serves || (await isFree(port))) return config
  if (isPortFixed) {
    const end = performance.now() + LEAVING_MS
    while (performance.now() < end) {
      await wait(50)
      if (await isFree(port)) return config
    }
    throw new ConfigError(`SANDBOX_PORT ${port} is in use by another program: stop it, or choose another one.`)
  }
  for (let next = port + 1; next <= Math.min(port + PORTS_TRIED, 65_535); next++) {
    if (next === config.port || !(await isFree(next))) continue
    const url = `http://127.0.0.1:${next}`
    return movedTo(config, { port: next, url })
  }
  throw new ConfigError(`No port from ${port} on is free for the sandbox: choose a SANDBOX_PORT.`)
}

/** The settings with the sandbox elsewhere, and each provider that it imitates with it. */
function movedTo(config: Config, { port, url }: { port: number; url: string }): Config {
  const { sandbox, ai, google, platforms, billing } = config
  const publicUrl = sandbox.publicUrl === sandbox.url ? url : sandbox.publicUrl
  return {
    ...config,
    ai: { ...ai, baseUrl: ai.baseUrl.replace(sandbox.url, url) },
    billing: billing?.sandbox ? sandboxStripe(url) : billing,
    google: google?.sandbox ? sandboxGoogle(url, publicUrl) : google,
    platforms: rebased(platforms, sandbox.url, url),
    sandbox: { ...sandbox, port, url, publicUrl },
  }
}

/** The same settings with every address below `from` below `to`. */
function rebased<T>(settings: T, from: string, to: string): T {
  return JSON.parse(JSON.stringify(settings), (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(`${from}/`) ? to + value.slice(from.length) : value,
  ) as T
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) return false
    throw error
  } finally {
    server.close()
  }
}

type Arguments = Pick<Config, 'sandbox' | 'publicUrl' | 'mail' | 'dataDir'>

function argumentsOf({ sandbox, publicUrl: productUrl, mail, dataDir }: Arguments): string[] {
  const addresses = [
    '--port',
    String(sandbox.port),
    '--product-url',
    productUrl,
    '--browser-url',
    sandbox.publicUrl,
    '--events-url',
    `${productUrl}/webhooks`,
    // What people paid there is still so when the product is started anew.
    '--books',
    join(dataDir, 'sandbox/stripe.json'),
    ...(mail.smtpUrl === null ? ['--outbox', join(dataDir, OUTBOX)] : []),
  ]
  return [...addresses, '--lasting-tokens', '--until-stdin-closes', ...(sandbox.isUnkind ? ['--unkind'] : [])]
}

/** Runs the sandbox as a program of its own and starts it again when it dies. Its providers send people back to the product's public URL. */
export function startSandbox(config: Arguments, log: Logger): RunningSandbox {
  let stopping = false
  let child: ChildProcess | null = null
  let isUp: () => void = () => undefined
  const ready = Promise.race([new Promise<void>((resolve) => (isUp = resolve)), wait(READY_MS, undefined, { ref: false })])

  const run = async (): Promise<void> => {
    for (;;) {
      // Its standard input is our end of a pipe: when this process is killed, the sandbox sees it close and ends too.
      // Detached: Ctrl-C in the terminal reaches the product alone, which still has streams from it to end.
      const args = [PROGRAM, ...argumentsOf(config)]
      child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('sandbox ready')) isUp()
      })
      child.stderr?.on('data', (chunk: Buffer) => log.warn({ sandbox: chunk.toString().trimEnd() }, 'sandbox'))
      const [code] = await once(child, 'exit')
      if (stopping) return
      log.error({ code }, 'the sandbox ended; starting it again')
      await wait(RETRY_MS)
      if (stopping) return
    }
  }
  const running = run().catch((error: unknown) => log.error({ err: error }, 'the sandbox cannot be started'))
  return {
    ready,
    stop: async () => {
      stopping = true
      child?.kill('SIGTERM')
      const tooLong = setTimeout(() => child?.kill('SIGKILL'), STOP_MS)
      await running
      clearTimeout(tooLong)
    },
  }
}
