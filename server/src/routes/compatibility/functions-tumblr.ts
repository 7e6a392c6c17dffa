import type { Hono } from 'hono'
import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import { sessionUser } from '../../http/session/session.ts'
import { stepError } from '../../connections/failure.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-body.ts'
import type { Services } from '../services.ts'
import { signedInCaller, text } from './caller.ts'
import { blogPosts } from './tumblr-posts.ts'
import { readerOf, tokensSchema } from './tumblr-reader.ts'

/** Reads pages of 20 up to this number. */
const FOLLOWING_MAX = 50

const followingSchema = tokensSchema.extend({
  limit: z.number().int().min(1).max(FOLLOWING_MAX).default(20),
  offset: z.number().int().min(0).max(10_000).default(0),
})
const photosSchema = tokensSchema.extend({ blog_identifier: text.max(200), limit: z.number().int().min(1).max(20).default(20) })

/** The specification's functions for followed blogs and their photos, with a session by cookie or bearer token. */
export function registerTumblrFunctions(app: Hono<AppEnv>, services: Services): void {
  const { platforms } = services.connections

  app.post('/functions/tumblr-following', async (c) => {
    if (!(await sessionUser(c, services))) throw new AppError('NO_SESSION')
    const caller = await signedInCaller(c, services)
    const body = await readJson(c, followingSchema)
    const following = await readerOf(
      services,
      caller,
      body,
    )(async (signer) => {
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
    const body = await readJson(c, photosSchema)
    const posts = await blogPosts(services, caller, { body, blog: body.blog_identifier, limit: body.limit })
    return c.json({ response: { posts } })
  })
}
