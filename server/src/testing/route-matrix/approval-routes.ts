import { at, type Row } from './row.ts'

const NONE = [404, 404, 404, 404] as const
const unknown = (path: string, body: object): Row => ({
  path: () => `/api/v1/approvals/unknown/${path}`,
  body: () => body,
  expect: [...NONE],
})

/** Routes of approval. The link replaces a session; without a valid link, all callers get the same response. */
export const approvalRoutes: Record<string, Row> = {
  'GET /approve/:token': { ...at('/approve/unknown'), expect: [...NONE] },
  'GET /files/approve/:token/:position/:file': { ...at(`/files/approve/unknown/0/${'a'.repeat(64)}.jpg`), expect: [...NONE] },
  'GET /files/approve/:token/logo/:hash': { ...at(`/files/approve/unknown/logo/${'a'.repeat(64)}`), expect: [...NONE] },
  'GET /api/v1/approvals/{token}': { ...at('/api/v1/approvals/unknown'), expect: [...NONE] },
  'POST /api/v1/approvals/{token}/unlock': unknown('unlock', { passcode: '1234' }),
  'POST /api/v1/approvals/{token}/decide': unknown('decide', {
    name: 'Ada',
    decision: 'approved',
    posts: [{ position: 0, digest: 'a'.repeat(64) }],
  }),
  'POST /api/v1/approvals/{token}/comments': unknown('comments', { name: 'Ada', position: 0, text: 'Nice' }),
  'GET /api/v1/approval-links': { ...at('/api/v1/approval-links'), expect: [401, 403, 200, 200] },
  'POST /api/v1/approval-links': {
    path: () => '/api/v1/approval-links',
    body: ({ manualPost }) => ({ postIds: [manualPost] }),
    expect: [401, 403, 404, 201],
  },
  'GET /api/v1/scheduled-posts/{id}/comments': {
    path: ({ manualPost }) => `/api/v1/scheduled-posts/${manualPost}/comments`,
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/scheduled-posts/{id}/comments': {
    path: ({ manualPost }) => `/api/v1/scheduled-posts/${manualPost}/comments`,
    body: () => ({ text: 'Done' }),
    expect: [401, 403, 404, 200],
  },
  'DELETE /api/v1/approval-links/{id}': {
    path: ({ approvalLink }) => `/api/v1/approval-links/${approvalLink}`,
    expect: [401, 403, 404, 200],
  },
}
