import { Caller, type TestApp } from './app.ts'

export interface TestDemo extends Caller {
  id: string
}

/** Enters a demo as a new visitor. */
export const enterDemo = (app: TestApp): Promise<TestDemo> => enter(new Caller(app.url), 'demo')

/** Enters a trial as an anonymous visitor. */
export const enterTrial = (app: TestApp, caller = new Caller(app.url)): Promise<TestDemo> => enter(caller, 'try')

async function enter(caller: Caller, path: 'demo' | 'try'): Promise<TestDemo> {
  const { status, body } = await caller.call<{ user: { id: string } }>('POST', `/api/auth/${path}`, {})
  if (status !== 200) throw new Error(`/api/auth/${path}: ${status} ${JSON.stringify(body)}`)
  return Object.assign(caller, { id: body.user.id })
}
