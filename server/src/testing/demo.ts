import { Caller, type TestApp } from './app.ts'

export interface TestDemo extends Caller {
  id: string
}

/** A visitor in a demo of their own. */
export async function enterDemo(app: TestApp): Promise<TestDemo> {
  const caller = new Caller(app.url)
  const { status, body } = await caller.call<{ user: { id: string } }>('POST', '/api/auth/demo', {})
  if (status !== 200) throw new Error(`A demo: ${status} ${JSON.stringify(body)}`)
  return Object.assign(caller, { id: body.user.id })
}
