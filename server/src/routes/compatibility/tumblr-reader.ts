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
import type { PhotoPost, PhotoSize } from '../../platforms/photo-source.ts'
import { PlatformError } from '../../providers/platform-error.ts'

export const consumer = { consumer_key: text.optional(), consumer_secret: text.optional() }

/** An encrypted token and secret; by default the connected account's. */
export const tokensSchema = z.object({ ...consumer, oauth_token: text.optional(), oauth_token_secret: text.optional() })
export type CallerTokens = z.infer<typeof tokensSchema>

const ACCESS = 'tumblr.access'
const SECRET = 'tumblr.secret'

export function tokenPair({ sealer }: Services, owner: string, { access, refresh }: AccountTokens) {
  return {
    oauth_token: sealer.seal(access, { userId: owner, purpose: ACCESS }),
    oauth_token_secret: sealer.seal(refresh ?? '', { userId: owner, purpose: SECRET }),
  }
}

interface TumblrRead {
  userId: string
  owner: string
  tokens: CallerTokens
}

/** Makes signed requests with the tokens of the body, or else of the connected account. */
export async function readTumblr<T>(
  services: Services,
  { userId, owner, tokens: given }: TumblrRead,
  call: (signer: Signer & { token: SigningToken }) => Promise<T>,
): Promise<T> {
  const { connections, db } = services
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

/** A post in the specification's format, with images as links to this server; empty if no image can be shown. */
export function toSpecificationPost({ remotePictures }: Services, userId: string, post: PhotoPost) {
  const size = ({ url, width, height }: PhotoSize) => {
    const link = remotePictures.link(userId, url)
    return link === null ? [] : [{ url: link, width, height }]
  }
  const photos = post.photos.flatMap(({ originalSize, altSizes, altText }) => {
    const [original] = size(originalSize)
    return original ? [{ original_size: original, alt_sizes: altSizes.flatMap(size), caption: altText }] : []
  })
  if (photos.length === 0) return []
  const { id, type, blogName, timestamp, tags, postUrl } = post
  return [{ id_string: id, type, blog_name: blogName, timestamp, tags, post_url: postUrl, photos }]
}

interface PostsRequest {
  body: CallerTokens
  blog: string
  limit: number
}

/** Photo posts of a blog: live with tokens of the body, otherwise from the connected account's cache. */
export async function blogPosts(services: Services, caller: { userId: string; owner: string }, { body, blog, limit }: PostsRequest) {
  const { connections } = services
  const { userId } = caller
  const posts =
    body.oauth_token === undefined
      ? await connections.blogs.remotePosts(userId, { platform: 'tumblr', blog, limit })
      : await readTumblr(services, { ...caller, tokens: body }, async (signer) => {
          try {
            return await connections.platforms.tumblr.photos.api.photoPosts(signer, blog, limit)
          } catch (thrown) {
            throw thrown instanceof PlatformError ? stepError(thrown, 'BLOG_PHOTOS_FAILED') : thrown
          }
        })
  return posts.flatMap((post) => toSpecificationPost(services, userId, post))
}
