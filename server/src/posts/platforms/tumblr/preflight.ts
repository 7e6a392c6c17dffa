import { AppError } from '@ninesixteen/shared/errors'
import type { TumblrOptions } from '@ninesixteen/shared/publishing/tumblr-options'
import type { AccountRef } from '../../../connections/tokens.ts'
import type { Finding, PlatformPreflight, PostToCheck } from '../../publishing/platform-preflight.ts'
import type { BlogChoice } from './ask-blogs.ts'

/** Limits per Tumblr user; queued posts count as well, as Tumblr documents. */
const POSTS_A_DAY = 250
const PICTURES_A_DAY = 250
const LACKS: Readonly<Record<string, string>> = {
  blog: 'Choose a blog',
  tags: 'A post has at most 30 tags of 140 characters',
  altTexts: 'A description of a picture has at most 4096 characters',
}

export interface TumblrPreflightParts {
  blogs(account: AccountRef, signal: AbortSignal): Promise<BlogChoice[]>
}

export function createTumblrPreflight({ blogs }: TumblrPreflightParts): PlatformPreflight {
  return {
    lacks: (option) => LACKS[option] ?? null,
    isByHand: () => false,
    async check(post, signal) {
      const known = await blogs(post.account.ref, signal).catch((error: unknown) => {
        if (error instanceof AppError && error.code !== 'ACCOUNT_RECONNECT') return null
        throw error
      })
      return [...dayLoad(post), ...(known ? blogFindings(post, known) : [])]
    },
  }
}

function dayLoad({ day, pictures }: PostToCheck): Finding[] {
  const fix = { severity: 'stop' as const, fix: 'Choose another day', fixHref: null }
  if (day.posts >= POSTS_A_DAY)
    return [{ ...fix, code: 'day-limit', message: `Tumblr takes ${POSTS_A_DAY} posts a day, and so many go out before this one.` }]
  if (day.pictures + pictures <= PICTURES_A_DAY) return []
  const message = `Tumblr takes ${PICTURES_A_DAY} pictures a day. With this post it would be ${day.pictures + pictures}.`
  return [{ ...fix, code: 'day-limit', message }]
}

function blogFindings({ options, account: { username } }: PostToCheck, blogs: readonly BlogChoice[]): Finding[] {
  const { blog } = options as TumblrOptions
  if (blogs.some(({ name }) => name === blog)) return []
  const message = `@${username} has no blog ${blog} any more. Choose another one.`
  return [{ code: 'blog-gone', severity: 'stop', message, fix: 'Choose another blog', fixHref: null }]
}
