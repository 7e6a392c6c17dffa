import { guarded } from '../contract.ts'

export const blogRoutes = {
  followed: guarded.blogs.followed.handler(({ context: { services, userId }, input: { platform, refresh } }) =>
    services.connections.blogs.followed(userId, platform, refresh),
  ),
  posts: guarded.blogs.posts.handler(async ({ context: { services, userId }, input: { refresh, ...of } }) => ({
    posts: await services.connections.blogs.posts(userId, of, refresh),
  })),
}
