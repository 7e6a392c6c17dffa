import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunningProduct } from './product.ts'

const root = join(import.meta.dirname, '..', '..')

/** Signs up an account with the Pro plan, for benches that exceed the limits of a demo. */
export async function signUpMember({
  origin,
  dataDir,
}: Pick<RunningProduct, 'origin' | 'dataDir'>): Promise<{ cookie: string; userId: string }> {
  const email = `${randomUUID()}@example.com`
  const response = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password: 'vertical slides 916', name: 'Bench' }),
  })
  if (!response.ok) throw new Error(`Sign-up: ${response.status} ${await response.text()}`)
  const env = { ...process.env, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, [join(root, 'server', 'src', 'cli', 'plan.ts'), 'grant', email], { cwd: root, env })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const { user } = await response.json()
  return { cookie: cookies.join('; '), userId: user.id }
}
