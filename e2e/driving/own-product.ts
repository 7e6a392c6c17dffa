import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './journey.ts'

const root = join(import.meta.dirname, '..', '..')

/** A product with settings of its own, next to the one that all journeys share. */
export interface OwnProduct {
  origin: string
  /** Address of its sandbox's control endpoints. */
  control: string
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function startOwnProduct(settings: Record<string, string>): Promise<OwnProduct> {
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const dataDir = await mkdtemp(join(tmpdir(), 'ninesixteen-own-'))
  const origin = `http://localhost:${port}`
  const env = { PORT: String(port), SANDBOX: 'on', SANDBOX_PORT: String(sandboxPort), PUBLIC_URL: origin, DATA_DIR: dataDir }
  const product = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env: { ...process.env, ...env, TRUST_PROXY: 'true', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(product, 'exit')
  const ready = async () => (await fetch(`${origin}/readyz`).catch(() => null))?.status
  await expect.poll(ready, { timeout: 120_000 }).toBe(200)
  return {
    origin,
    control: `http://127.0.0.1:${sandboxPort}/_control`,
    async stop() {
      product.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Journeys at a product of their own, in place of the shared one. */
export function testWith(settings: Record<string, string>) {
  return test.extend<object, { product: OwnProduct }>({
    product: [
      async ({}, use) => {
        const product = await startOwnProduct(settings)
        await use(product)
        await product.stop()
      },
      { scope: 'worker', timeout: 180_000 },
    ],
    baseURL: async ({ product }, use) => use(product.origin),
  })
}

interface Mail {
  subject: string
  links: string[]
}

/** The newest mail to an address with this subject, from the sandbox's mailbox. */
export async function mailTo({ control }: OwnProduct, address: string, subject: string): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(async () => {
      const reply = await fetch(`${control}/mails?to=${encodeURIComponent(address)}`)
      const { mails }: { mails: Mail[] } = await reply.json()
      found = mails.find((mail) => mail.subject.startsWith(subject))
      return found !== undefined
    })
    .toBe(true)
  if (!found) throw new Error(`No mail to ${address}: ${subject}`)
  return found
}

/** Where its one action leads. */
export async function linkIn(product: OwnProduct, address: string, subject: string): Promise<string> {
  return (await mailTo(product, address, subject)).links[0] ?? ''
}
