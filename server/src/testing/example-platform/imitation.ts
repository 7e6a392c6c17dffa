import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** The application and the account that Lantern knows. */
export const CLIENT = { key: 'lantern-sandbox', secret: 'lantern-sandbox-secret' }
export const TOKENS = { access: 'access-ann', refresh: 'refresh-ann', expiresInSeconds: 3600, scopes: ['profile', 'posts.write'] }

/** How Lantern answers the next request that creates a draft; `lost`: it creates the draft and hangs up, `dropped`: it hangs up at once. */
type Fault = { status: number; error: string; retryAfter?: number } | 'lost' | 'dropped'

interface Draft {
  marker: string
  text: string
  series: string | null
  images: string[]
}

interface Answer {
  status: number
  body: unknown
  retryAfter?: number
}

const failure = (status: number, error: string, retryAfter?: number): Answer => ({
  status,
  body: { error },
  ...(retryAfter && { retryAfter }),
})

/** Lantern's API on a port of this machine, as its documentation would describe it. */
export async function startLantern() {
  const challenges = new Map<string, string>()
  const drafts = new Map<string, Draft>()
  const published = new Set<string>()
  const requests: string[] = []
  let next: Fault | null = null

  /** Null hangs up. */
  async function answer(incoming: IncomingMessage): Promise<Answer | null> {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://lantern.example')
    const path = `${incoming.method} ${pathname.replace('/lantern', '')}`
    requests.push(path)
    if (path.startsWith('POST /oauth/')) return signIn(path, new URLSearchParams(await text(incoming)))
    if (incoming.headers.authorization !== `Bearer ${TOKENS.access}`) return failure(401, 'expired_token')
    if (path === 'GET /me') return { status: 200, body: { id: 'u1', username: 'ann', name: 'Ann', avatar: null } }
    if (path === 'GET /series') return { status: 200, body: { series: ['Slow mornings'] } }
    if (path === 'GET /drafts') {
      const found = [...drafts].filter(([, { marker }]) => marker === searchParams.get('marker'))
      return { status: 200, body: { drafts: found.map(([id]) => ({ id })) } }
    }
    if (path === 'POST /drafts') return createDraft((await json(incoming)) as Draft)
    const [, id = ''] = /^POST \/drafts\/([^/]+)\/publish$/.exec(path) ?? []
    if (!drafts.has(id)) return failure(404, 'draft_gone')
    published.add(id)
    return { status: 200, body: { url: `https://lantern.example/@ann/${id}` } }
  }

  function signIn(path: string, form: URLSearchParams): Answer {
    if (form.get('client_secret') !== CLIENT.secret) return failure(401, 'invalid_client')
    if (path === 'POST /oauth/revoke') return { status: 200, body: {} }
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isGranted = challenges.get(form.get('code') ?? '') === challenge || form.get('refresh_token') === TOKENS.refresh
    if (!isGranted) return failure(400, 'invalid_grant')
    const { access, refresh, expiresInSeconds, scopes } = TOKENS
    return { status: 200, body: { access_token: access, refresh_token: refresh, expires_in: expiresInSeconds, scope: scopes.join(' ') } }
  }

  function createDraft(draft: Draft): Answer | null {
    const fault = next
    next = null
    if (fault === 'dropped') return null
    if (fault !== null && fault !== 'lost') return failure(fault.status, fault.error, fault.retryAfter)
    const id = randomUUID()
    drafts.set(id, draft)
    return fault === 'lost' ? null : { status: 201, body: { id } }
  }

  const server = createServer((incoming, outgoing) => {
    void answer(incoming).then((reply) => {
      if (!reply) return incoming.socket.destroy()
      const { status, body, retryAfter } = reply
      if (retryAfter !== undefined) outgoing.setHeader('retry-after', retryAfter)
      return outgoing.writeHead(status).end(JSON.stringify(body))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    drafts,
    published,
    /** The user allows access on the consent page, which redirects with this code. */
    consent(url: string): string {
      const code = randomUUID()
      challenges.set(code, new URL(url).searchParams.get('code_challenge') ?? '')
      return code
    },
    fail(fault: Fault) {
      next = fault
    },
  }
}
