import { z } from 'zod'
import type { AccountProvider, AccountTokens, ClientKeys, PlatformSettings } from '../../platforms/account.ts'
import { postingCall, type CallLimits } from '../../platforms/posting-call.ts'
import type { PostingFetches } from '../../platforms/posting-fetches.ts'
import type { Fetch } from '../../providers/http.ts'
import { challengeOf, newVerifier } from '../../providers/pkce.ts'
import { asPlatformError, formlessFault, machineCode, PlatformError, type PlatformFault } from '../../providers/platform-error.ts'
import { parseJson, retryAfter } from '../../providers/read-response.ts'
import { lanternFacts } from './options.ts'

const failureSchema = z.object({ error: z.string().min(1) })
const FAULTS: ReadonlyMap<string, PlatformFault> = new Map([
  ['invalid_grant', 'account'],
  ['expired_token', 'account'],
  ['invalid_client', 'client'],
])

function faultOf(status: number): PlatformFault {
  if (status === 429) return 'wait'
  return status >= 500 ? 'down' : 'refused'
}

/** Reads Lantern's JSON. Every failure is `{ "error": code }`; any other body comes from a proxy and says nothing about the request. */
async function readAnswer<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const { ok, status } = response
  const body = parseJson(await response.text())
  const failure = failureSchema.safeParse(body)
  if (!ok) {
    const code = machineCode(failure.data?.error, 'unreadable_answer')
    const kind = failure.success ? ({ fault: FAULTS.get(code) ?? faultOf(status), sent: 'answered' } as const) : formlessFault(status)
    throw new PlatformError({ ...kind, status, code, retryAfterSeconds: retryAfter(response) })
  }
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new PlatformError({ fault: 'down', status, code: 'unreadable_answer' }, { cause: parsed.error })
  return parsed.data
}

const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number(), scope: z.string() })
const userSchema = z.object({ id: z.string().min(1), username: z.string().min(1), name: z.string(), avatar: z.url().nullable() })

/** Sign-in: OAuth 2 with PKCE. */
export function createLanternAccounts({ authorizeUrl, apiUrl }: PlatformSettings, { fetch: send }: { fetch: Fetch }): AccountProvider {
  function post<T>(path: string, { key, secret }: ClientKeys, call: { form: Record<string, string>; schema: z.ZodType<T> }): Promise<T> {
    const body = new URLSearchParams({ client_id: key, client_secret: secret, ...call.form })
    return asPlatformError(send(`${apiUrl}/oauth/${path}`, { method: 'POST', body }).then((response) => readAnswer(response, call.schema)))
  }

  async function token(client: ClientKeys, form: Record<string, string>): Promise<AccountTokens> {
    const tokens = await post('token', client, { form, schema: tokensSchema })
    const scopes = tokens.scope.split(' ').filter(Boolean)
    return { access: tokens.access_token, refresh: tokens.refresh_token, expiresInSeconds: tokens.expires_in, scopes }
  }

  return {
    begin: async (client, { redirectUri, state, force }) => {
      const secret = newVerifier()
      const query = new URLSearchParams({
        client_id: client.key,
        response_type: 'code',
        scope: `profile ${lanternFacts.publishScope}`,
        redirect_uri: redirectUri,
        state,
        code_challenge: challengeOf(secret),
        code_challenge_method: 'S256',
        ...(force && { prompt: 'select_account' }),
      })
      return { url: `${authorizeUrl}/oauth/authorize?${query.toString()}`, attempt: state, secret }
    },
    finish: (client, { proof, secret, redirectUri }) =>
      token(client, { grant_type: 'authorization_code', code: proof, redirect_uri: redirectUri, code_verifier: secret }),
    identify: async (_client, { access }) => {
      const headers = { authorization: `Bearer ${access}` }
      const user = await asPlatformError(send(`${apiUrl}/me`, { headers }).then((response) => readAnswer(response, userSchema)))
      return { accountId: user.id, username: user.username, displayName: user.name, avatarUrl: user.avatar, blogs: null }
    },
    refresh: (client, refreshToken) => token(client, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    revoke: async (client, access) => {
      await post('revoke', client, { form: { token: access }, schema: z.unknown() })
    },
    checkClient: async (client) => {
      try {
        await token(client, { grant_type: 'refresh_token', refresh_token: 'check' })
      } catch (thrown) {
        // No such refresh token exists: with an accepted key pair, Lantern rejects only the grant.
        if (!(thrown instanceof PlatformError) || thrown.fault !== 'account') throw thrown
      }
    },
  }
}

/** Posting. Everything thrown is a PlatformError that says whether anything was sent. */
export interface LanternPosting {
  series(token: string, limits?: CallLimits): Promise<string[]>
  /** Creates a draft, which only its author sees, under a marker of ours. Two calls create two drafts. */
  createDraft(
    token: string,
    draft: CallLimits & { marker: string; text: string; series: string | null; images: readonly Uint8Array[] },
  ): Promise<{ id: string }>
  find(token: string, draft: CallLimits & { marker: string }): Promise<{ id: string } | null>
  /** May be repeated: a published draft stays as it is. */
  publish(token: string, draft: CallLimits & { id: string }): Promise<{ url: string }>
}

const seriesSchema = z.object({ series: z.array(z.string()) })
const draftSchema = z.object({ id: z.string().min(1) })
const draftsSchema = z.object({ drafts: z.array(draftSchema) })
const publishedSchema = z.object({ url: z.url() })

export function createLanternPosting({ apiUrl }: PlatformSettings, { read, write }: PostingFetches): LanternPosting {
  const get = <T>(token: string, path: string, { schema, ...limits }: CallLimits & { schema: z.ZodType<T> }): Promise<T> =>
    postingCall(limits, async (signal) =>
      readAnswer(await read(`${apiUrl}/${path}`, { headers: { authorization: `Bearer ${token}` }, signal }), schema),
    )
  const post = <T>(
    token: string,
    path: string,
    { schema, body, ...limits }: CallLimits & { schema: z.ZodType<T>; body: unknown },
  ): Promise<T> =>
    postingCall(limits, async (signal) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return readAnswer(await write(`${apiUrl}/${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal }), schema)
    })

  return {
    series: async (token, limits) => (await get(token, 'series', { schema: seriesSchema, ...limits })).series,
    createDraft: (token, { images, marker, text, series, ...limits }) => {
      const body = { marker, text, series, images: images.map((bytes) => Buffer.from(bytes).toString('base64')) }
      return post(token, 'drafts', { body, schema: draftSchema, ...limits })
    },
    find: async (token, { marker, ...limits }) => {
      const { drafts } = await get(token, `drafts?marker=${encodeURIComponent(marker)}`, { schema: draftsSchema, ...limits })
      return drafts[0] ?? null
    },
    publish: (token, { id, ...limits }) =>
      post(token, `drafts/${encodeURIComponent(id)}/publish`, { body: {}, schema: publishedSchema, ...limits }),
  }
}
