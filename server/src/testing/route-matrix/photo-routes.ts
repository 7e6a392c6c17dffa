import { randomUUID } from 'node:crypto'
import { at, type Row } from './row.ts'

/** Searches for free photos, and AI photos. */
export const photoRoutes: Record<string, Row> = {
  'GET /api/v1/ai-photos': { ...at('/api/v1/ai-photos'), expect: [401, 403, 200, 200] },
  'POST /api/v1/ai-photos': {
    path: () => '/api/v1/ai-photos',
    body: ({ file }) => ({ id: randomUUID(), prompt: 'sea', count: 1, sourcePath: file }),
    expect: [401, 403, 404, 200],
  },
  'GET /api/v1/ai-photos/{id}': { path: () => `/api/v1/ai-photos/${randomUUID()}`, expect: [401, 403, 404, 404] },
  'POST /api/v1/ai-photos/{id}/cancel': {
    path: () => `/api/v1/ai-photos/${randomUUID()}/cancel`,
    body: () => ({}),
    expect: [401, 403, 404, 404],
  },
  'POST /api/v1/media/suggestions': {
    path: () => '/api/v1/media/suggestions',
    body: ({ company }) => ({ companyId: company, words: ['sea'] }),
    expect: [401, 403, 200, 200],
  },
  'GET /api/v1/stock/automatic': { ...at('/api/v1/stock/automatic'), expect: [401, 403, 200, 200] },
  'GET /api/v1/stock/services': { ...at('/api/v1/stock/services'), expect: [401, 403, 200, 200] },
  // No service can be reached, and no search has named this photo.
  'GET /api/v1/stock/photos': { ...at('/api/v1/stock/photos?service=openverse&words=sea'), expect: [401, 403, 502, 502] },
  'GET /api/v1/stock/sounds': { ...at('/api/v1/stock/sounds?words=sea'), expect: [401, 403, 502, 502] },
  'POST /api/stock/sounds/file': {
    path: () => '/api/stock/sounds/file',
    body: () => ({ token: 'taken' }),
    expect: [401, 403, 400, 400],
  },
  'POST /api/v1/stock/imports': {
    path: () => '/api/v1/stock/imports',
    body: () => ({ token: 'taken', id: randomUUID() }),
    expect: [401, 403, 400, 400],
  },
}
