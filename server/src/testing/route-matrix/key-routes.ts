import { at, OPEN, type Row } from './row.ts'

/** API keys, and apps that connect. */
export const keyRoutes: Record<string, Row> = {
  'GET /api/v1/api-keys': { ...at('/api/v1/api-keys'), expect: [401, 403, 200, 200] },
  'POST /api/v1/api-keys': {
    path: () => '/api/v1/api-keys',
    // A key is for the user's own company.
    body: ({ company }) => ({ name: 'x', scopes: ['posts:read'], companyId: company, days: null }),
    expect: [401, 403, 400, 201],
  },
  'DELETE /api/v1/api-keys/{id}': { path: ({ apiKey }) => `/api/v1/api-keys/${apiKey}`, expect: [401, 403, 404, 200] },
  // A request belongs to no user before it is approved; this code is unknown.
  'POST /api/v1/app-requests/read': {
    path: () => '/api/v1/app-requests/read',
    body: () => ({ code: 'BCDF-GHJK' }),
    expect: [401, 403, 404, 404],
  },
  'POST /api/v1/app-requests/answer': {
    path: () => '/api/v1/app-requests/answer',
    body: () => ({ code: 'BCDF-GHJK', scopes: ['posts:read'] }),
    expect: [401, 403, 404, 404],
  },
  'GET /.well-known/oauth-authorization-server': { ...at('/.well-known/oauth-authorization-server'), expect: [...OPEN] },
  'GET /.well-known/oauth-protected-resource': { ...at('/.well-known/oauth-protected-resource'), expect: [...OPEN] },
  'GET /.well-known/oauth-protected-resource/mcp': { ...at('/.well-known/oauth-protected-resource/mcp'), expect: [...OPEN] },
}
