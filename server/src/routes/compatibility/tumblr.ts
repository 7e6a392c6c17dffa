import type { Hono } from 'hono'
import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import { stepError } from '../../connections/failure.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-body.ts'
import { PlatformError } from '../../providers/platform-error.ts'
import type { Services } from '../services.ts'
import { clientOf, signedInCaller, text } from './caller.ts'
import { blogPosts, toSpecificationPost, consumer, readTumblr, tokenPair, tokensSchema } from './tumblr-reader.ts'
import { sessionUser } from '../../http/session/session.ts'

const requestTokenSchema = z.object({ ...consumer, callback_url: z.url().optional() })
const accessTokenSchema = z.object({
  ...consumer,
  oauth_token: text.nullish(),
  /** Encrypted, like the request token. */
  oauth_token_secret: text.nullish(),
  oauth_verifier: text.nullish(),
})
const photosSchema = tokensSchema.extend({ blog_name: text.max(200), limit: z.number().int().min(1).max(20).default(20) })
const searchSchema = z.object({ ...consumer, tag: text.max(200), limit: z.number().int().min(1).max(20).default(20) })

/** The specification's own paths of this platform. Tokens are encrypted in both directions; without any, the connected account is used. */
export function registerTumblrRoutes(app: Hono<AppEnv>, services: Services): void {
  const { connections } = services
  const platform = connections.platforms.tumblr

  app.post('/api/tumblr-request-token', async (c) => {
    const caller = await signedInCaller(c, services)
    const body = await readJson(c, requestTokenSchema)
    if (body.callback_url !== undefined && body.callback_url !== caller.origin + platform.callbackPath)
      throw new AppError('INVALID_INPUT', { fields: 'callback_url' })
    const ownClient = clientOf(body.consumer_key, body.consumer_secret)
    const options = { force: false, origin: caller.origin, ...(ownClient && { client: ownClient }) }
    const { state, secret, url } = await connections.connect.begin(caller, 'tumblr', options)
    return c.json({ oauth_token: state, oauth_token_secret: secret, authorize_url: url })
  })

  app.post('/api/tumblr-access-token', async (c) => {
    const caller = await signedInCaller(c, services)
    const body = await readJson(c, accessTokenSchema)
    if (!body.oauth_token || !body.oauth_verifier) throw new AppError('OAUTH_PARAMETERS_MISSING')
    const returned = { state: body.oauth_token, secret: body.oauth_token_secret ?? null, proof: body.oauth_verifier }
    const ownClient = clientOf(body.consumer_key, body.consumer_secret)
    const { tokens } = await connections.connect.exchange(caller, 'tumblr', { ...returned, ...(ownClient && { client: ownClient }) })
    return c.json(tokenPair(services, caller.owner, tokens))
  })

  app.post('/api/tumblr-userinfo', async (c) => {
    const caller = await signedInCaller(c, services)
    const body = await readJson(c, tokensSchema)
    const user = await readTumblr(services, { ...caller, tokens: body }, async ({ client, token }) => {
      try {
        return await platform.accounts.userInfo(client, token)
      } catch (thrown) {
        throw isAccountFault(thrown) ? thrown : stepError(thrown, 'OAUTH_USER_INFO_FAILED')
      }
    })
    return c.json({ user })
  })

  app.post('/api/tumblr-photos', async (c) => {
    const caller = await signedInCaller(c, services)
    const body = await readJson(c, photosSchema)
    const posts = await blogPosts(services, caller, { body, blog: body.blog_name, limit: body.limit })
    return c.json({ response: { posts } })
  })

  app.post('/api/tumblr-search', async (c) => {
    const caller = await signedInCaller(c, services)
    const body = await readJson(c, searchSchema)
    // Reading a tag needs only the public key.
    const ownClient = body.consumer_key === undefined ? undefined : { key: body.consumer_key, secret: body.consumer_secret ?? '' }
    const client = ownClient ?? (await connections.clients.of('tumblr', caller.userId))
    try {
      const posts = await platform.photos.api.tagged(client, body.tag, body.limit)
      return c.json({ response: posts.flatMap((post) => toSpecificationPost(services, caller.userId, post)) })
    } catch (thrown) {
      if (thrown instanceof PlatformError && thrown.code === 'unreadable_answer')
        throw new AppError('BLOG_SEARCH_UNREADABLE', {}, { cause: thrown })
      throw stepError(thrown, 'BLOG_SEARCH_FAILED')
    }
  })
}

/** Errors that must pass through unchanged, so that a stored account is checked again. */
function isAccountFault(thrown: unknown): boolean {
  return thrown instanceof PlatformError && thrown.fault === 'account'
}

/** Reads pages of 20 up to this number. */
const FOLLOWING_MAX = 50

const followingSchema = tokensSchema.extend({
  limit: z.number().int().min(1).max(FOLLOWING_MAX).default(20),
  offset: z.number().int().min(0).max(10_000).default(0),
})
const blogPhotosSchema = tokensSchema.extend({ blog_identifier: text.max(200), limit: z.number().int().min(1).max(20).default(20) })

/** The specification's functions for followed blogs and their photos, with a session by cookie or bearer token. */
export function registerTumblrFunctions(app: Hono<AppEnv>, services: Services): void {
  const { platforms } = services.connections

  app.post('/functions/tumblr-following', async (c) => {
    if (!(await sessionUser(c, services))) throw new AppError('NO_SESSION')
    const caller = await signedInCaller(c, services)
    const body = await readJson(c, followingSchema)
    const following = await readTumblr(services, { ...caller, tokens: body }, async (signer) => {
      try {
        return await platforms.tumblr.photos.api.followed(signer, body)
      } catch (thrown) {
        throw body.oauth_token === undefined ? thrown : stepError(thrown, 'FOLLOWING_FAILED')
      }
    })
    // The platform has a number here, and the list in another endpoint.
    return c.json({ user: { following } })
  })

  app.post('/functions/tumblr-blog-photos', async (c) => {
    if (!(await sessionUser(c, services))) throw new AppError('NO_SESSION')
    const caller = await signedInCaller(c, services)
    const body = await readJson(c, blogPhotosSchema)
    const posts = await blogPosts(services, caller, { body, blog: body.blog_identifier, limit: body.limit })
    return c.json({ response: { posts } })
  })
}
