import { CANARY, type Owned } from './owned.ts'
import type { Row } from './row.ts'

const brief = ({ otherCompany }: Owned) => ({
  companyId: otherCompany,
  goals: `${CANARY}-goals`,
  topics: '',
  usesIdeas: false,
  feedUrl: '',
  accounts: [],
  contentTypes: ['numbered-list'],
  languages: [],
  usesBlogPhotos: false,
  weeks: 2,
  weeklyTokens: 10_000,
})
const plan =
  (rest = '') =>
  ({ otherCompany }: Owned) =>
    `/api/v1/content-plans/${otherCompany}${rest}`
const ids = ({ planSlot }: Owned) => ({ ids: [planSlot] })

/** Routes of content plans and their review. Slots of another user are among the problems of an approval. */
export const contentPlanRoutes: Record<string, Row> = {
  'GET /api/v1/content-plans/{companyId}': { path: plan(), expect: [401, 403, 404, 200] },
  'PUT /api/v1/content-plans/{companyId}': { path: plan(), body: brief, expect: [401, 403, 404, 200] },
  'POST /api/v1/content-plans/{companyId}/estimate': { path: plan('/estimate'), body: brief, expect: [401, 403, 404, 200] },
  // Without an account the owner gets a validation error.
  'POST /api/v1/content-plans/{companyId}/start': { path: plan('/start'), expect: [401, 403, 404, 400] },
  'POST /api/v1/content-plans/{companyId}/pause': { path: plan('/pause'), expect: [401, 403, 404, 200] },
  'GET /api/v1/content-plans/{companyId}/slots': { path: plan('/slots'), expect: [401, 403, 200, 200] },
  'POST /api/v1/plan-slots/approve': {
    path: () => '/api/v1/plan-slots/approve',
    body: ({ planSlot }) => ({ slots: [{ id: planSlot, version: 0 }] }),
    expect: [401, 403, 200, 200],
  },
  'PATCH /api/v1/plan-slots/{id}': {
    path: ({ planSlot }) => `/api/v1/plan-slots/${planSlot}`,
    body: () => ({ posts: [{ platform: 'tiktok', accountId: 'none', caption: 'x' }] }),
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/plan-slots/rewrite': {
    path: () => '/api/v1/plan-slots/rewrite',
    body: (owned) => ({ ...ids(owned), keepsIdea: true }),
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/plan-slots/skip': { path: () => '/api/v1/plan-slots/skip', body: ids, expect: [401, 403, 404, 200] },
}
