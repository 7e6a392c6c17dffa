import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import { stepError } from '../../connections/failure.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import type { AccountTokens } from '../../platforms/account.ts'
import { signingToken } from '../../platforms/tumblr/accounts.ts'
import type { Signer } from '../../platforms/tumblr/api.ts'
import type { SigningToken } from '../../platforms/tumblr/signature.ts'
import type { Services } from '../services.ts'
import { clientOf, openToken, text } from './caller.ts'

export const consumer = { consumer_key: text.optional(), consumer_secret: text.optional() }

/** An encrypted token and secret; by default the connected account's. */
export const tokensSchema = z.object({ ...consumer, oauth_token: text.optional(), oauth_token_secret: text.optional() })
export type GivenTokens = z.infer<typeof tokensSchema>

const ACCESS = 'tumblr.access'
const SECRET = 'tumblr.secret'

export function tokenPair({ sealer }: Services, owner: string, { access, refresh }: AccountTokens) {
  return {
    oauth_token: sealer.seal(access, { userId: owner, purpose: ACCESS }),
    oauth_token_secret: sealer.seal(refresh ?? '', { userId: owner, purpose: SECRET }),
  }
}

export type TumblrReader = <T>(call: (signer: Signer & { token: SigningToken }) => Promise<T>) => Promise<T>

/** Makes signed requests with the tokens of the body, or else of the connected account. */
export function readerOf(services: Services, caller: { userId: string; owner: string }, given: GivenTokens): TumblrReader {
  const { connections, db } = services
  const { userId, owner } = caller
  return async (call) => {
    if (given.oauth_token !== undefined) {
      const token = openToken(services, given.oauth_token, { owner, purpose: ACCESS, field: 'oauth_token' })
      const secret = openToken(services, given.oauth_token_secret ?? '', { owner, purpose: SECRET, field: 'oauth_token_secret' })
      const client = clientOf(given.consumer_key, given.consumer_secret) ?? (await connections.clients.of('tumblr', userId))
      try {
        return await call({ client, token: { token, secret } })
      } catch (thrown) {
        throw stepError(thrown, 'OAUTH_USER_INFO_FAILED')
      }
    }
    const [account] = await db.asUser(userId, (tx) =>
      tx
        .select({ id: socialAccounts.id })
        .from(socialAccounts)
        .where(and(eq(socialAccounts.userId, userId), eq(socialAccounts.platform, 'tumblr')))
        .limit(1),
    )
    if (!account) throw new AppError('INVALID_INPUT', { fields: 'oauth_token' })
    return connections.tokens.use({ userId, id: account.id }, ({ client, tokens }) => call({ client, token: signingToken(tokens) }))
  }
}
