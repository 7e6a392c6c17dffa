import { randomUUID } from 'node:crypto'
import type { RunningProduct } from '../product.ts'

/** Calls of one kind. */
const ROUNDS = 50

/** What a call of a signed-in person takes, in milliseconds. */
export interface Asked {
  name: string
  ms: number[]
}

export interface Visitor {
  id: string
  cookie: string
}

/** An account of the product itself, to ask as its person. */
export async function signUp({ origin }: RunningProduct, email = `${randomUUID()}@example.com`): Promise<Visitor> {
  const answer = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password: PASSWORD, name: 'Bench' }),
  })
  if (!answer.ok) throw new Error(`Sign-up: ${answer.status} ${await answer.text()}`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { id: (await answer.json()).user.id, cookie: cookies.join('; ') }
}

export const PASSWORD = 'vertical slides 916'

export interface Question {
  name: string
  path: string
  rounds?: number
}

/** One call, to the last byte of its answer. */
export async function call(product: RunningProduct, { id, cookie }: Visitor, { path, ...init }: RequestInit & { path: string }) {
  const begun = performance.now()
  const headers = { origin: product.origin, cookie, 'x-ninesixteen-user': id, 'content-type': 'application/json' }
  const answer = await fetch(product.origin + path, { headers, ...init })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body.slice(0, 300)}`)
  return { ms: performance.now() - begun, body }
}

/** The same call again and again; the first one, which finds nothing in memory, is left out. */
export async function askOften(product: RunningProduct, visitor: Visitor, { name, path, rounds = ROUNDS }: Question): Promise<Asked> {
  await call(product, visitor, { path })
  const ms: number[] = []
  for (let round = 0; round < rounds; round++) ms.push((await call(product, visitor, { path })).ms)
  return { name, ms }
}
