import { z } from 'zod'
import { createFetch, type Fetch } from '../providers/http.ts'
import type { AccountTokens } from './account.ts'

/** Tokens that the sandbox grants without a browser: OAuth 2, or OAuth 1.0a. */
const grantSchema = z.union([
  z.object({ accessToken: z.string(), refreshToken: z.string(), expiresIn: z.number(), scope: z.string() }),
  z.object({ token: z.string(), secret: z.string() }),
])
const answerSchema = z.object({ grants: z.array(grantSchema).min(1) })

const BOUNDS = { answerMs: 5_000, silenceMs: 2_000 }

/** Tokens of one of the sandbox's users. */
export async function sandboxGrant(
  sandboxUrl: string,
  { platform, person: user }: { platform: string; person: string },
  send: Fetch = createFetch(BOUNDS),
): Promise<AccountTokens> {
  const response = await send(`${sandboxUrl}/_control/${platform}/grants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ accounts: [user] }),
  })
  const [grant] = answerSchema.parse(await response.json()).grants
  if (!grant) throw new Error('The sandbox granted no tokens')
  if ('token' in grant) return { access: grant.token, refresh: grant.secret, expiresInSeconds: null, scopes: [] }
  const { accessToken, refreshToken, expiresIn, scope } = grant
  return { access: accessToken, refresh: refreshToken, expiresInSeconds: expiresIn, scopes: scope.split(',') }
}
