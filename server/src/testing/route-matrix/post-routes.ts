import { randomUUID } from 'node:crypto'
import { at, type Row } from './row.ts'
import { OWNED_ACCOUNT } from './owned.ts'

const OPTIONS = { platform: 'tiktok', audience: 'SELF_ONLY', musicConsent: true }
const target = { platform: 'tiktok', accountId: OWNED_ACCOUNT, options: OPTIONS }
const soon = (): string => new Date(Date.now() + 3_600_000).toISOString()

const orderOf = (project: string) => ({
  projectId: project,
  projectVersion: null,
  targets: [target],
  scheduledTime: null,
  timeZone: 'UTC',
})

/** Routes of posts, scheduled and past. */
export const postRoutes: Record<string, Row> = {
  'GET /api/v1/scheduled-posts': { ...at('/api/v1/scheduled-posts'), expect: [401, 403, 200, 200] },
  'GET /api/v1/scheduled-posts/worker': { ...at('/api/v1/scheduled-posts/worker'), expect: [401, 403, 200, 200] },
  'GET /api/v1/scheduled-posts/concerned': {
    path: ({ project }) => `/api/v1/scheduled-posts/concerned?projectId=${project}`,
    expect: [401, 403, 200, 200],
  },
  'GET /api/v1/scheduled-posts/{id}': { path: ({ post }) => `/api/v1/scheduled-posts/${post}`, expect: [401, 403, 404, 200] },
  'POST /api/v1/scheduled-posts': {
    path: () => '/api/v1/scheduled-posts',
    body: ({ project }) => ({ ...orderOf(project), requestId: randomUUID() }),
    expect: [401, 403, 404, 201],
  },
  'POST /api/v1/scheduled-posts/check': {
    path: () => '/api/v1/scheduled-posts/check',
    body: ({ project }) => orderOf(project),
    expect: [401, 403, 404, 200],
  },
  'PATCH /api/v1/scheduled-posts/{id}': {
    path: ({ post }) => `/api/v1/scheduled-posts/${post}`,
    body: () => ({ caption: 'taken' }),
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/scheduled-posts/move': {
    path: () => '/api/v1/scheduled-posts/move',
    body: ({ post }) => ({ posts: [{ id: post, scheduledTime: soon() }] }),
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/scheduled-posts/refresh': {
    path: () => '/api/v1/scheduled-posts/refresh',
    body: ({ post }) => ({ ids: [post] }),
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/scheduled-posts/{id}/duplicate': {
    path: ({ post }) => `/api/v1/scheduled-posts/${post}/duplicate`,
    body: () => ({ requestId: randomUUID(), targets: [target], scheduledTime: null, timeZone: 'UTC' }),
    expect: [401, 403, 404, 201],
  },
  'POST /api/v1/scheduled-posts/{id}/settle': {
    path: ({ unconfirmedPost }) => `/api/v1/scheduled-posts/${unconfirmedPost}/settle`,
    body: () => ({ isThere: true }),
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/scheduled-posts/{id}/retry': {
    path: ({ failedPost }) => `/api/v1/scheduled-posts/${failedPost}/retry`,
    body: () => ({ scheduledTime: soon() }),
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/scheduled-posts/cancel': {
    path: () => '/api/v1/scheduled-posts/cancel',
    body: ({ post }) => ({ ids: [post] }),
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/scheduled-posts/remove': {
    path: () => '/api/v1/scheduled-posts/remove',
    body: ({ post }) => ({ ids: [post] }),
    expect: [401, 403, 404, 200],
  },
  'POST /functions/scheduled-post-processor': {
    path: () => '/functions/scheduled-post-processor',
    body: ({ unconfirmedPost }) => ({ action: 'process_specific_post', postId: unconfirmedPost, timestamp: 'now' }),
    expect: [401, 403, 404, 200],
  },
  // The owner's account has no valid token.
  'GET /api/v1/accounts/{id}/tiktok-creator': {
    path: ({ account }) => `/api/v1/accounts/${account}/tiktok-creator`,
    expect: [401, 403, 404, 409],
  },
  'GET /api/v1/accounts/{id}/tumblr-blogs': {
    path: ({ account }) => `/api/v1/accounts/${account}/tumblr-blogs`,
    expect: [401, 403, 404, 409],
  },
}
