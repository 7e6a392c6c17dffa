import { stepError } from '../../connections/failure.ts'
import type { PhotoPost, PhotoSize } from '../../platforms/photo-source.ts'
import { PlatformError } from '../../providers/platform-error.ts'
import type { Services } from '../services.ts'
import { readerOf, type GivenTokens } from './tumblr-reader.ts'

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
  body: GivenTokens
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
      : await readerOf(
          services,
          caller,
          body,
        )(async (signer) => {
          try {
            return await connections.platforms.tumblr.photos.api.photoPosts(signer, blog, limit)
          } catch (thrown) {
            throw thrown instanceof PlatformError ? stepError(thrown, 'BLOG_PHOTOS_FAILED') : thrown
          }
        })
  return posts.flatMap((post) => toSpecificationPost(services, userId, post))
}
