import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunningProduct } from './product.ts'

const root = join(import.meta.dirname, '..', '..')

/** Cookies of a new account with the Pro plan, for what a demo has no room for. */
export async function signUpMember({
  origin,
  dataDir,
}: Pick<RunningProduct, 'origin' | 'dataDir'>): Promise<{ cookie: string; person: string }> {
  const email = `${randomUUID()}@example.com`
  const answer = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password: 'vertical slides 916', name: 'Bench' }),
  })
  if (!answer.ok) throw new Error(`Sign-up: ${answer.status} ${await answer.text()}`)
  const env = { ...process.env, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, [join(root, 'server', 'src', 'cli', 'plan.ts'), 'grant', email], { cwd: root, env })
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const { user } = await answer.json()
  return { cookie: cookies.join('; '), person: user.id }
}
