import type { AccountRef, Tokens } from '../account.ts'
import { signingToken } from './accounts.ts'
import type { TumblrPosting } from './posting/client.ts'

export interface BlogChoice {
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
    tokens.use(ref, async ({ client, tokens: kept }) => {
      const blogs = await posting.blogs({ client, token: signingToken(kept) }, signal && { signal })
      return blogs.map(({ name, title, isPrimary }) => ({ name, title, isPrimary }))
    })
}
