import { Hono } from 'hono'
import { createControl } from './control.ts'
import { NATURAL_PACE, NO_PAUSES } from './openai/event-stream.ts'
import { createOpenai } from './openai/routes.ts'

export interface SandboxOptions {
  /** Another seed writes other texts. */
  seed: string
  /** Answers without pauses. */
  fast: boolean
}

/** All imitated providers, each under its own path. A further one is a folder with a `create...` function and one line here. */
export function createSandbox({ seed, fast }: SandboxOptions): Hono {
  const control = createControl()
  const app = new Hono()
  app.get('/', (c) => c.json({ name: 'Ninesixteen sandbox', providers: ['openai'] }))
  app.route('/', control.app)
  app.route('/openai/v1', createOpenai({ control, seed, pace: fast ? NO_PAUSES : NATURAL_PACE }))
  app.notFound((c) => c.json({ error: 'Not part of the sandbox' }, 404))
  return app
}
