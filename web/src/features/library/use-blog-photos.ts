import { BLOGS_CHECKED_MAX, LIBRARY_POSTS_PER_BLOG } from '@ninesixteen/shared/api/limits'
import type { BlogPhoto, FollowedBlogs } from '@ninesixteen/shared/api/blogs'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { toApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { queryClient } from '../../app/query-client.ts'

export interface BlogGroup {
  name: string
  title: string
  photos: { key: string; photo: BlogPhoto; postUrl: string }[]
}

const followedQuery = (platform: PlatformId) => orpc.blogs.followed.queryOptions({ input: { platform } })
const postsQuery = (platform: PlatformId, blog: string) =>
  orpc.blogs.posts.queryOptions({ input: { platform, blog, limit: LIBRARY_POSTS_PER_BLOG }, retry: false })

/** Reloads blogs and posts from the platform, bypassing the server's cache. */
async function refresh(platform: PlatformId): Promise<void> {
  const followed = await api.blogs.followed({ platform, refresh: true })
  const posts = followed.blogs.slice(0, BLOGS_CHECKED_MAX).map(async ({ name }) => {
    const fresh = await api.blogs.posts({ platform, blog: name, limit: LIBRARY_POSTS_PER_BLOG, refresh: true })
    queryClient.setQueryData(postsQuery(platform, name).queryKey, fresh)
  })
  // A blog that fails keeps its photos.
  await Promise.allSettled(posts)
  queryClient.setQueryData<FollowedBlogs>(followedQuery(platform).queryKey, followed)
}

function isReconnect(error: unknown): boolean {
  return error !== null && toApiError(error).code === 'ACCOUNT_RECONNECT'
}

/** Photos of the first followed blogs, grouped by blog. A failure shows an empty view, as specified. */
export function useBlogPhotos(platform: PlatformId) {
  const followed = useQuery(followedQuery(platform))
  const blogs = followed.data?.blogs ?? []
  const checked = blogs.slice(0, BLOGS_CHECKED_MAX)
  const posts = useQueries({ queries: checked.map((blog) => postsQuery(platform, blog.name)) })
  const groups = checked.map(({ name, title }, index): BlogGroup => {
    const found = posts[index]?.data?.posts ?? []
    const photos = found.flatMap((post) => post.photos.map((photo, at) => ({ key: `${post.id} ${at}`, photo, postUrl: post.postUrl })))
    return { name, title, photos }
  })
  const refreshing = useMutation({ mutationFn: () => refresh(platform) })
  return {
    connected: followed.data?.connected ?? false,
    reconnect: (followed.data?.reconnect ?? false) || posts.some((query) => isReconnect(query.error)),
    /** Some requests failed, so missing photos may exist. */
    failed: followed.isError || posts.some((query) => query.isError),
    hasBlogs: blogs.length > 0,
    groups: groups.filter((group) => group.photos.length > 0),
    loading: followed.isPending || posts.some((query) => query.isPending),
    refreshing: refreshing.isPending,
    refresh: () => refreshing.mutate(),
  }
}
