import { randomUUID } from 'node:crypto'
import { OWNED_ACCOUNT } from './owned.ts'
import { at, type Row } from './row.ts'

/** Routes of weekly posting times, recurrence, the calendar link and post import. */
export const planningRoutes: Record<string, Row> = {
  'GET /api/v1/posting-slots': { ...at('/api/v1/posting-slots'), expect: [401, 403, 200, 200] },
  'PUT /api/v1/posting-slots/{id}': {
    path: ({ account }) => `/api/v1/posting-slots/${account}`,
    body: () => ({ zone: 'UTC', slots: [{ weekday: 1, time: '09:00' }] }),
    expect: [401, 403, 404, 200],
  },
  'GET /api/v1/posting-slots/next': {
    path: ({ account }) => `/api/v1/posting-slots/next?ids[0]=${account}`,
    expect: [401, 403, 404, 200],
  },
  // The link grants read access to the calendar; this one doesn't exist.
  'GET /calendar/:file': { ...at(`/calendar/${'x'.repeat(43)}.ics`), expect: [404, 404, 404, 404] },
  'GET /api/v1/calendar-link': { ...at('/api/v1/calendar-link'), expect: [401, 403, 200, 200] },
  'POST /api/v1/calendar-link': { ...at('/api/v1/calendar-link'), expect: [401, 403, 200, 200] },
  'DELETE /api/v1/calendar-link': { ...at('/api/v1/calendar-link'), expect: [401, 403, 200, 200] },
  'GET /api/scheduled-posts.csv': { ...at('/api/scheduled-posts.csv'), expect: [401, 403, 200, 200] },
  'GET /api/v1/repeats': { ...at('/api/v1/repeats'), expect: [401, 403, 200, 200] },
  'GET /api/v1/repeats/preview': {
    ...at('/api/v1/repeats/preview?rule=FREQ%3DDAILY&zone=UTC&first=2026-01-01T09%3A00'),
    expect: [401, 403, 200, 200],
  },
  'POST /api/v1/repeats': {
    path: () => '/api/v1/repeats',
    // Without the required platform options, so that the owner gets a validation error.
    body: ({ project }) => ({
      requestId: randomUUID(),
      projectId: project,
      projectVersion: null,
      targets: [{ platform: 'tiktok', accountId: OWNED_ACCOUNT, options: {} }],
      recurrence: { rule: 'FREQ=DAILY', zone: 'UTC', first: '2026-01-01T09:00' },
    }),
    expect: [401, 403, 404, 422],
  },
  'POST /api/v1/repeats/{id}/end': { path: ({ recurrence }) => `/api/v1/repeats/${recurrence}/end`, expect: [401, 403, 404, 200] },
  'POST /api/v1/post-tables/check': {
    path: () => '/api/v1/post-tables/check',
    body: ({ project }) => ({ text: `project_id,platform\n${project},tiktok`, zone: 'UTC' }),
    expect: [401, 403, 200, 200],
  },
  'POST /api/v1/post-tables': {
    path: () => '/api/v1/post-tables',
    // Without the required platform options, so that the owner gets a validation error.
    body: ({ project }) => ({
      requestId: randomUUID(),
      text: `project_id,platform,date,time\n${project},tiktok,2090-01-01,09:00`,
      zone: 'UTC',
    }),
    expect: [401, 403, 422, 422],
  },
}
