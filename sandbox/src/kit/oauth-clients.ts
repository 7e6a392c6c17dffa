import type { Hono } from 'hono'
import { z } from 'zod'

/** An application that registered itself at a provider. */
export interface OauthClient {
  key: string
  secret: string
  /** Shown on the consent page. */
  name: string
  /** Exact addresses; `*` stands for any port, as desktop registrations have it. */
  redirects: string[]
}

export interface OauthClients {
  find(key: string): OauthClient | undefined
}

interface Registration {
  key: string
  secret: string
  /** The callback's path at every product this sandbox serves. */
  callbackPath: string
  /** Addresses of products that do not run on this machine. */
  productUrls: readonly string[]
}

const registrationSchema = z
  .object({ key: z.string().min(1), secret: z.string().min(1), redirects: z.array(z.url()).max(10).optional() })
  .strict()

/** One registered client from the start; more by `POST /_control/PROVIDER/clients`. */
export function createClients(
  registration: Registration,
): OauthClients & { register(body: unknown): OauthClient | z.ZodError; reset(): void } {
  const { key, secret, callbackPath, productUrls } = registration
  const usual = ['http://localhost:*', 'http://127.0.0.1:*', ...productUrls].map((origin) => origin.replace(/\/+$/, '') + callbackPath)
  const first: OauthClient = { key, secret, name: 'Ninesixteen', redirects: usual }
  const clients = new Map([[key, first]])
  return {
    find: (wanted) => clients.get(wanted),
    register(body) {
      const parsed = registrationSchema.safeParse(body)
      if (!parsed.success) return parsed.error
      const client = { name: parsed.data.key, redirects: usual, ...parsed.data, ...(!parsed.data.redirects && { redirects: usual }) }
      clients.set(client.key, client)
      return client
    },
    reset() {
      clients.clear()
      clients.set(key, first)
    },
  }
}

/** Adds the switch that registers further clients. */
export function controlClients(app: Hono, provider: string, clients: ReturnType<typeof createClients>): void {
  app.post(`/_control/${provider}/clients`, async (c) => {
    const client = clients.register(await c.req.json())
    return client instanceof z.ZodError
      ? c.json({ error: z.prettifyError(client) }, 400)
      : c.json({ key: client.key, redirects: client.redirects })
  })
}

/** Whether an address is one of the registered, letter for letter but for a `*` as port. */
export function isRegistered(redirects: readonly string[], uri: string): boolean {
  return redirects.some((registered) => {
    const [before, after] = registered.split(':*')
    if (after === undefined) return registered === uri
    const port = uri.startsWith(`${before}:`) && uri.endsWith(after) ? uri.slice(`${before}:`.length, uri.length - after.length) : ''
    return /^\d{1,5}$/.test(port)
  })
}
