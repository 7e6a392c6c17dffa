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
/** Delay before restarting a dead sandbox, in milliseconds. */
const RETRY_MS = 1_000
/** A sandbox that takes longer must not delay the product, in milliseconds. */
const READY_MS = 5_000
/** How long a graceful shutdown may take, in milliseconds. */
const STOP_MS = 2_000
/** Number of further ports to try. */
const PORTS_TRIED = 100
/** How long the sandbox of a product that was just killed may still hold its port, in milliseconds. */
const LEAVING_MS = 1_500

export interface RunningSandbox {
  /** Resolves when it responds, or after the timeout. */
  ready: Promise<void>
  stop(): Promise<void>
}

/**
 * The configuration with a free sandbox port, so that several products can run side by side. A process without HTTP starts no sandbox, and
 * uses that of another process.
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
    throw new ConfigError(`SANDBOX_PORT ${port} is in use by another program. Stop it, or choose another port.`)
  }
  for (let next = port + 1; next <= Math.min(port + PORTS_TRIED, 65_535); next++) {
    if (next === config.port || !(await isFree(next))) continue
    const url = `http://127.0.0.1:${next}`
    return movedTo(config, { port: next, url })
  }
  throw new ConfigError(`No free port for the sandbox from ${port} on. Set SANDBOX_PORT.`)
}

/** The configuration with another sandbox URL, also for each provider that it imitates. */
function movedTo(config: Config, { port, url }: { port: number; url: string }): Config {
  const { sandbox, ai, google, platforms, stock, images, billing } = config
  const publicUrl = sandbox.publicUrl === sandbox.url ? url : sandbox.publicUrl
  return {
    ...config,
    ai: { ...ai, baseUrl: ai.baseUrl.replace(sandbox.url, url) },
    billing: billing?.sandbox ? sandboxStripe(url) : billing,
    google: google?.sandbox ? sandboxGoogle(url, publicUrl) : google,
    platforms: rebased(platforms, sandbox.url, url),
    stock: rebased(stock, sandbox.url, url),
    images: rebased(images, sandbox.url, url),
    sandbox: { ...sandbox, port, url, publicUrl },
  }
}

/** Replaces the prefix `from` of every URL in the settings by `to`. */
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
    // Payments survive a restart of the product.
    '--books',
    join(dataDir, 'sandbox/stripe.json'),
    ...(mail.smtpUrl === null ? ['--outbox', join(dataDir, OUTBOX)] : []),
  ]
  return [...addresses, '--lasting-tokens', '--until-stdin-closes', ...(sandbox.isChaotic ? ['--unkind'] : [])]
}

/** Runs the sandbox as a separate process, and restarts it when it dies. Its providers redirect users to the product's public URL. */
export function startSandbox(config: Arguments, log: Logger): RunningSandbox {
  let stopping = false
  let child: ChildProcess | null = null
  let markReady: () => void = () => undefined
  const ready = Promise.race([new Promise<void>((resolve) => (markReady = resolve)), wait(READY_MS, undefined, { ref: false })])

  const run = async (): Promise<void> => {
    for (;;) {
      // Its stdin is a pipe from this process: when this process is killed, the sandbox sees it close and exits. Detached, so that Ctrl-C
      // in the terminal reaches only the product, which still has streams from it to close.
      const args = [PROGRAM, ...argumentsOf(config)]
      child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
      child.stdout?.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('sandbox ready')) markReady()
      })
      child.stderr?.on('data', (chunk: Buffer) => log.warn({ sandbox: chunk.toString().trimEnd() }, 'sandbox'))
      const [code] = await once(child, 'exit')
      if (stopping) return
      log.error({ code }, 'Sandbox exited: restarting it')
      await wait(RETRY_MS)
      if (stopping) return
    }
  }
  const running = run().catch((error: unknown) => log.error({ err: error }, 'Sandbox could not be started'))
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
