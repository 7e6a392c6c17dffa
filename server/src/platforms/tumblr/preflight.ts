import { AppError } from '@ninesixteen/shared/errors'
import type { TumblrOptions } from '@ninesixteen/shared/publishing/tumblr-options'
import type { AccountRef, Tokens } from '../account.ts'
import type { Finding, PlatformPreflight, PostToCheck } from '../preflight.ts'
import { signingToken } from './accounts.ts'
import type { TumblrPosting } from './posting/client.ts'

interface BlogChoice {
  name: string
  title: string
  isPrimary: boolean
}

/** Queries the blogs that an account may post to, the primary one first. */
export function createBlogsQuery({
  tokens,
  posting,
}: {
  tokens: Tokens
  posting: Pick<TumblrPosting, 'blogs'>
}): (account: AccountRef, signal?: AbortSignal) => Promise<BlogChoice[]> {
  return (ref, signal) =>
    tokens.use(ref, async ({ client, tokens: decrypted }) => {
      const blogs = await posting.blogs({ client, token: signingToken(decrypted) }, signal && { signal })
      return blogs.map(({ name, title, isPrimary }) => ({ name, title, isPrimary }))
    })
}

/** Per user, including queued posts (Tumblr's documented limits). */
const POSTS_A_DAY = 250
const PICTURES_A_DAY = 250
const LACKS: Readonly<Record<string, string>> = {
  blog: 'Choose a blog',
  tags: 'A post has at most 30 tags of 140 characters',
  altTexts: 'An image description has at most 4096 characters',
}

export interface TumblrPreflightParts {
  blogs(account: AccountRef, signal: AbortSignal): Promise<BlogChoice[]>
}

export function createTumblrPreflight({ blogs }: TumblrPreflightParts): PlatformPreflight<TumblrOptions> {
  return {
    lacks: (option) => LACKS[option] ?? null,
    isByHand: () => false,
    async check(post, signal) {
      const ownBlogs = await blogs(post.account.ref, signal).catch((error: unknown) => {
        if (error instanceof AppError && error.code !== 'ACCOUNT_RECONNECT') return null
        throw error
      })
      return [...dayLoad(post), ...(ownBlogs ? blogFindings(post, ownBlogs) : [])]
    },
  }
}

function dayLoad({ day, pictures: images }: PostToCheck<unknown>): Finding[] {
  const fix = { severity: 'stop' as const, fix: 'Choose another day', fixHref: null }
  if (day.posts >= POSTS_A_DAY)
    return [{ ...fix, code: 'day-limit', message: `Tumblr allows ${POSTS_A_DAY} posts a day, and that many go out before this one.` }]
  if (day.pictures + images <= PICTURES_A_DAY) return []
  const message = `Tumblr allows ${PICTURES_A_DAY} images a day. With this post it would be ${day.pictures + images}.`
  return [{ ...fix, code: 'day-limit', message }]
}

function blogFindings({ options: { blog }, account: { username } }: PostToCheck<TumblrOptions>, blogs: readonly BlogChoice[]): Finding[] {
  if (blogs.some(({ name }) => name === blog)) return []
  const message = `@${username} no longer has the blog ${blog}. Choose another one.`
  return [{ code: 'blog-gone', severity: 'stop', message, fix: 'Choose another blog', fixHref: null }]
}
