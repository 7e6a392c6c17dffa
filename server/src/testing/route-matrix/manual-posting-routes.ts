import { at, type Row } from './row.ts'

/** Routes of manual posting. The link replaces a session; without a valid link, all callers get the same response. */
export const manualPostingRoutes: Record<string, Row> = {
  'GET /api/v1/hand-over/{token}': { ...at('/api/v1/hand-over/unknown'), expect: [404, 404, 404, 404] },
  'POST /api/v1/hand-over/{token}/posted': {
    path: () => '/api/v1/hand-over/unknown/posted',
    body: () => ({}),
    expect: [404, 404, 404, 404],
  },
  'POST /api/v1/hand-over/{token}/not-posted': {
    path: () => '/api/v1/hand-over/unknown/not-posted',
    body: () => ({}),
    expect: [404, 404, 404, 404],
  },
  'GET /files/hand-over/:token/:position/:name': { ...at('/files/hand-over/unknown/0/slide_1.jpg'), expect: [404, 404, 404, 404] },
  'GET /api/v1/scheduled-posts/{id}/hand-over': {
    path: ({ manualPost }) => `/api/v1/scheduled-posts/${manualPost}/hand-over`,
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/scheduled-posts/{id}/hand-over': {
    path: ({ manualPost }) => `/api/v1/scheduled-posts/${manualPost}/hand-over`,
    body: () => ({}),
    expect: [401, 403, 404, 200],
  },
}
