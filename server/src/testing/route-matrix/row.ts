import type { Caller } from '../app.ts'
import type { Owned } from './owned.ts'

/** How to call a route. */
export interface Call {
  path: (owned: Owned) => string
  body?: (owned: Owned) => unknown
  send?: (caller: Caller, owned: Owned) => Promise<Response>
}

/** A route's call and its expected statuses. */
export interface Row extends Call {
  /** Statuses for an anonymous caller, a free user, another Pro user, and the owner. */
  expect: [nobody: number, free: number, other: number, owner: number]
}

/** A request without a body. */
export const at = (path: string): Call => ({ path: () => path })
/** A request whose response streams; reads only its first chunk. */
export const beginningOf =
  (path: string) =>
  async (caller: Caller): Promise<Response> => {
    const { status, headers, body } = await caller.fetch(path)
    const reader = body?.getReader()
    const first = await reader?.read()
    await reader?.cancel()
    return new Response(first?.value ?? null, { status, headers })
  }

/** Statuses of public routes. */
export const OPEN = [200, 200, 200, 200] as const satisfies Row['expect']

/** Statuses of routes for all users, on any plan. */
export const MEMBERS = [401, 200, 200, 200] as const satisfies Row['expect']

/** Calls a route as its row says. */
export async function callRoute(
  name: string,
  row: Row,
  { caller, owned }: { caller: Caller; owned: Owned },
): Promise<{ status: number; headers: Headers; text: string }> {
  const [method = ''] = name.split(' ')
  const body = row.body && JSON.stringify(row.body(owned))
  const json = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
  const response = await (row.send?.(caller, owned) ?? caller.fetch(row.path(owned), { method, ...json }))
  const { status, headers } = response
  return { status, headers, text: Buffer.from(await response.arrayBuffer()).toString('latin1') }
}
