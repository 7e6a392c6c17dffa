import type { Caller } from '../app.ts'
import type { Owned } from './owned.ts'

/** How a route is called. */
export interface Call {
  path: (owned: Owned) => string
  body?: (owned: Owned) => unknown
  send?: (caller: Caller) => Promise<Response>
}

/** And who may call it. */
export interface Row extends Call {
  /** Status for: nobody, a free user, another Pro user, the owner. */
  expect: [nobody: number, free: number, other: number, owner: number]
}

/** A call without a body. */
export const at = (path: string): Call => ({ path: () => path })
/** A call whose answer goes on for long: what comes first, and no more. */
export const beginningOf =
  (path: string) =>
  async (caller: Caller): Promise<Response> => {
    const { status, headers, body } = await caller.fetch(path)
    const reader = body?.getReader()
    const first = await reader?.read()
    await reader?.cancel()
    return new Response(first?.value ?? null, { status, headers })
  }

/** Statuses of what is open to everybody. */
export const OPEN = [200, 200, 200, 200] as const satisfies Row['expect']

/** Statuses of what everybody with a session may do, with the Pro plan or without. */
export const MEMBERS = [401, 200, 200, 200] as const satisfies Row['expect']

/** Calls a route as the matrix says. */
export async function callRoute(
  name: string,
  row: Row,
  { caller, owned }: { caller: Caller; owned: Owned },
): Promise<{ status: number; headers: Headers; text: string }> {
  const [method = ''] = name.split(' ')
  const body = row.body && JSON.stringify(row.body(owned))
  const json = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
  const response = await (row.send?.(caller) ?? caller.fetch(row.path(owned), { method, ...json }))
  const { status, headers } = response
  return { status, headers, text: Buffer.from(await response.arrayBuffer()).toString('latin1') }
}
