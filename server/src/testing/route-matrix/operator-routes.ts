import { randomUUID } from 'node:crypto'
import { at, type Row } from './row.ts'

/** Hidden from everyone but operators; operator/room.test.ts covers the operator's responses. */
const HIDDEN = [401, 404, 404, 404] as const satisfies Row['expect']

/** Routes of the operator page and of invitations. */
export const operatorRoutes: Record<string, Row> = {
  'GET /api/v1/operator/people': { ...at('/api/v1/operator/people?search=canary'), expect: [...HIDDEN] },
  'POST /api/v1/operator/people/{id}/lock': { ...at('/api/v1/operator/people/somebody/lock'), expect: [...HIDDEN] },
  'POST /api/v1/operator/people/{id}/unlock': { ...at('/api/v1/operator/people/somebody/unlock'), expect: [...HIDDEN] },
  'POST /api/v1/operator/people/{id}/end-sessions': { ...at('/api/v1/operator/people/somebody/end-sessions'), expect: [...HIDDEN] },
  'PUT /api/v1/operator/people/{id}/plan': {
    path: () => '/api/v1/operator/people/somebody/plan',
    body: () => ({ isGranted: true }),
    expect: [...HIDDEN],
  },
  'POST /api/v1/operator/people/{id}/delete': {
    path: () => '/api/v1/operator/people/somebody/delete',
    body: () => ({ email: 'somebody@example.org' }),
    expect: [...HIDDEN],
  },
  'POST /api/v1/operator/payments/{customerId}/assign': {
    path: () => '/api/v1/operator/payments/cus_somebody/assign',
    body: () => ({ email: 'somebody@example.org' }),
    expect: [...HIDDEN],
  },
  'GET /api/v1/operator/invitations': { ...at('/api/v1/operator/invitations'), expect: [...HIDDEN] },
  'POST /api/v1/operator/invitations': {
    path: () => '/api/v1/operator/invitations',
    body: () => ({ email: 'somebody@example.org' }),
    expect: [...HIDDEN],
  },
  'POST /api/v1/operator/invitations/{id}/revoke': {
    path: () => `/api/v1/operator/invitations/${randomUUID()}/revoke`,
    expect: [...HIDDEN],
  },
  'GET /api/v1/operator/local-models': { ...at('/api/v1/operator/local-models'), expect: [...HIDDEN] },
  'PUT /api/v1/operator/local-model': {
    path: () => '/api/v1/operator/local-model',
    body: () => ({ server: 'ollama', model: 'none' }),
    expect: [...HIDDEN],
  },
  'DELETE /api/v1/operator/local-model': { path: () => '/api/v1/operator/local-model', expect: [...HIDDEN] },
  'GET /api/v1/operator/settings': { ...at('/api/v1/operator/settings'), expect: [...HIDDEN] },
  'PATCH /api/v1/operator/settings': {
    path: () => '/api/v1/operator/settings',
    body: () => ({ signUp: 'closed' }),
    expect: [...HIDDEN],
  },
  'GET /api/v1/operator/state': { ...at('/api/v1/operator/state'), expect: [...HIDDEN] },
  'GET /api/v1/operator/failures': { ...at('/api/v1/operator/failures'), expect: [...HIDDEN] },
  'GET /api/v1/operator/log': { ...at('/api/v1/operator/log'), expect: [...HIDDEN] },
  // The link grants access; this one doesn't exist.
  'POST /api/v1/invitations/look': {
    path: () => '/api/v1/invitations/look',
    body: () => ({ invitation: `${randomUUID()}.none` }),
    expect: [403, 403, 403, 403],
  },
}
