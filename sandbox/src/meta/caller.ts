import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Clock } from '../kit/clock.ts'
import { bearerOf } from '../kit/oauth2.ts'
import type { RecordedEnv } from '../kit/recorded.ts'
import { slidingWindow } from '../kit/sliding-window.ts'
import type { Grant, Grants } from './grants.ts'
import type { MetaNetwork } from './networks.ts'
import { failed, usageHeader } from './responses.ts'
import { accountIdOf } from './users.ts'

export type Params = Map<string, string>

/** Context of a request with a valid token. */
export interface GraphEnv extends RecordedEnv {
  Variables: RecordedEnv['Variables'] & { grant: Grant; params: Params }
}

/** The fields of a form, a multipart body or a JSON object. */
export async function bodyParams(c: Context): Promise<Params> {
  const type = c.req.header('content-type') ?? ''
  if (/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    const fields = await c.req.parseBody()
    return new Map(Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string'))
  }
  if (!/^application\/json\b/i.test(type)) return new Map()
  const body: unknown = await c.req.json().catch(() => null)
  if (typeof body !== 'object' || body === null) return new Map()
  return new Map(Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]))
}

interface CallerParts {
  network: MetaNetwork
  grants: Grants
  clock: Clock
  settings: { limited: boolean; callsADay: number }
}

/** Whose token it is, and whether they have requests left for today. The token is a parameter or a header. */
export function createCallers({ network, grants, clock, settings }: CallerParts) {
  const calls = slidingWindow(clock, { limit: () => (settings.limited ? settings.callsADay : Infinity), seconds: 86_400 })
  const middleware = createMiddleware<GraphEnv>(async (c, next) => {
    const params = new Map([...Object.entries(c.req.query()), ...(c.req.method === 'POST' ? await bodyParams(c) : [])])
    const token = bearerOf(c) || (params.get('access_token') ?? '')
    const grant = grants.of(token)
    if (!grant) return failed(c, `token-${grants.lossOf(token)}`)
    const key = `${grant.clientKey} ${grant.user.id}`
    const isCalm = calls.take(key)
    const percent = settings.limited ? Math.floor(100 - (100 * calls.left(key)) / settings.callsADay) : 0
    const minutes = isCalm ? 0 : Math.ceil(calls.resetIn(key) / 60)
    const usage = usageHeader(accountIdOf(grant.user, network), { type: network.id, percent, minutes })
    if (!isCalm) return failed(c, `calls-${network.id}`, { headers: { 'x-business-use-case-usage': usage } })
    c.set('grant', grant)
    c.set('params', params)
    await next()
    c.res.headers.set('x-business-use-case-usage', usage)
    return
  })
  return { middleware, reset: () => calls.clear() }
}

/** Whether the path names the token's account, by id or as `me`. */
export function isOwn(id: string, grant: Grant, network: MetaNetwork): boolean {
  return id === 'me' || id === accountIdOf(grant.user, network)
}
