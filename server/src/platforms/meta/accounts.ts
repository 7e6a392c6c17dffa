import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Fetch } from '../../providers/http.ts'
import { asPlatformError, PlatformError } from '../../providers/platform-error.ts'
import type { AccountIdentity, AccountProvider, AccountTokens, ClientKeys } from '../account.ts'
import type { MetaNetwork, MetaSettings } from './network.ts'
import { graphId, readGraph } from './response.ts'

const text = z.string().nullish()
const scopesSchema = z
  .union([z.string().transform((list) => list.split(',').map((scope) => scope.trim())), z.array(z.string())])
  .nullish()
  .transform((scopes) => scopes?.filter(Boolean) ?? [])
const shortSchema = z.object({ access_token: z.string().min(1), permissions: scopesSchema })
/** Instagram wraps the token in a list. */
const firstTokenSchema = z.union([shortSchema, z.object({ data: z.tuple([shortSchema], z.unknown()) }).transform(({ data }) => data[0])])
const longSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive(), permissions: scopesSchema })

/** OAuth 2 without PKCE. A token lives for sixty days and is renewed by itself: it is its own refresh token. */
export interface MetaAccounts extends AccountProvider {
  refresh: (client: ClientKeys, refreshToken: string) => Promise<AccountTokens>
}

export function createMetaAccounts(network: MetaNetwork, settings: MetaSettings, { fetch: send }: { fetch: Fetch }): MetaAccounts {
  const { grant, user, version, scopes: requestedScopes } = network

  async function get<T>(
    path: string,
    query: Record<string, string>,
    { schema, token }: { schema: z.ZodType<T>; token?: string },
  ): Promise<T> {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const url = `${settings.apiUrl}${path}?${new URLSearchParams(query).toString()}`
    return asPlatformError(send(url, { headers }).then((response) => readGraph(response, schema)))
  }

  async function exchangeCode(client: ClientKeys, code: string, redirectUri: string): Promise<z.infer<typeof shortSchema>> {
    const body = new URLSearchParams({
      client_id: client.key,
      client_secret: client.secret,
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      // The redirect appends it to the code.
      code: code.replace(/#_$/, ''),
    })
    const sent = send(`${settings.tokenUrl}/oauth/access_token`, { method: 'POST', body })
    return asPlatformError(sent.then((response) => readGraph(response, firstTokenSchema)))
  }

  const tokensOf = (
    { access_token: access, expires_in: expiresInSeconds }: z.infer<typeof longSchema>,
    scopes: string[],
  ): AccountTokens => ({
    access,
    refresh: access,
    expiresInSeconds,
    scopes,
  })

  async function identify({ access }: AccountTokens): Promise<AccountIdentity> {
    const fields = [user.id, 'username', 'name', user.picture].join(',')
    const schema = z.object({ [user.id]: graphId, username: z.string().min(1), name: text, [user.picture]: text })
    const profile = await get(`${version}/me`, { fields }, { schema, token: access })
    const username = String(profile['username'])
    const image = profile[user.picture]
    return {
      accountId: String(profile[user.id]),
      username,
      displayName: typeof profile['name'] === 'string' && profile['name'] !== '' ? profile['name'] : username,
      avatarUrl: typeof image === 'string' && image !== '' ? image : null,
      blogs: null,
    }
  }

  return {
    begin: async (client, { redirectUri, state, force }) => {
      const query = new URLSearchParams({
        client_id: client.key,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: requestedScopes.join(','),
        state,
        ...(force && { force_reauth: 'true' }),
      })
      // There is no verifier: the secret only ties the attempt to its browser.
      return {
        url: `${settings.authorizeUrl}/oauth/authorize?${query.toString()}`,
        attempt: state,
        secret: randomBytes(32).toString('base64url'),
      }
    },
    async finish(client, { proof, redirectUri }) {
      const short = await exchangeCode(client, proof, redirectUri)
      const query = { grant_type: `${grant}_exchange_token`, client_secret: client.secret, access_token: short.access_token }
      const long = await get('/access_token', query, { schema: longSchema })
      return tokensOf(long, short.permissions.length > 0 ? short.permissions : long.permissions)
    },
    identify: (_client, tokens) => identify(tokens),
    async refresh(_client, token) {
      const query = { grant_type: `${grant}_refresh_token`, access_token: token }
      const long = await get('/refresh_access_token', query, { schema: longSchema })
      return tokensOf(long, long.permissions)
    },
    revoke: null,
    async checkClient(client, redirectUri) {
      try {
        await exchangeCode(client, 'check', redirectUri)
      } catch (thrown) {
        // No such code exists: with an accepted key pair, only the code is rejected.
        if (!(thrown instanceof PlatformError) || !['account', 'refused'].includes(thrown.fault)) throw thrown
      }
    },
  }
}
