import { at, type Row } from './row.ts'

/** Routes of weekly posting times, repetitions, the calendar link and tables of posts. */
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
  // Whoever has the link may read the calendar: the link is the permission. This one is nobody's.
  'GET /calendar/:file': { ...at(`/calendar/${'x'.repeat(43)}.ics`), expect: [404, 404, 404, 404] },
  'GET /api/v1/calendar-link': { ...at('/api/v1/calendar-link'), expect: [401, 403, 200, 200] },
  'POST /api/v1/calendar-link': { ...at('/api/v1/calendar-link'), expect: [401, 403, 200, 200] },
  'DELETE /api/v1/calendar-link': { ...at('/api/v1/calendar-link'), expect: [401, 403, 200, 200] },
  'GET /api/scheduled-posts.csv': { ...at('/api/scheduled-posts.csv'), expect: [401, 403, 200, 200] },
}
