import { at, type Row } from './row.ts'

/** Routes of outgoing webhooks. */
export const webhookRoutes: Record<string, Row> = {
  'GET /api/v1/webhooks': { ...at('/api/v1/webhooks'), expect: [401, 403, 200, 200] },
  'POST /api/v1/webhooks': {
    path: () => '/api/v1/webhooks',
    body: () => ({ url: 'https://example.com/hook', events: ['post.published'] }),
    expect: [401, 403, 201, 201],
  },
  'PATCH /api/v1/webhooks/{id}': {
    path: ({ webhook }) => `/api/v1/webhooks/${webhook}`,
    body: () => ({ name: 'x' }),
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/webhooks/{id}/secret': { path: ({ webhook }) => `/api/v1/webhooks/${webhook}/secret`, expect: [401, 403, 404, 200] },
  'DELETE /api/v1/webhooks/{id}/old-secret': {
    path: ({ webhook }) => `/api/v1/webhooks/${webhook}/old-secret`,
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/webhooks/{id}/test': { path: ({ webhook }) => `/api/v1/webhooks/${webhook}/test`, expect: [401, 403, 404, 200] },
  'GET /api/v1/webhooks/{id}/deliveries': {
    path: ({ webhook }) => `/api/v1/webhooks/${webhook}/deliveries`,
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/webhook-deliveries/{id}/resend': {
    path: ({ webhookDelivery }) => `/api/v1/webhook-deliveries/${webhookDelivery}/resend`,
    expect: [401, 403, 404, 200],
  },
  'DELETE /api/v1/webhooks/{id}': { path: ({ webhook }) => `/api/v1/webhooks/${webhook}`, expect: [401, 403, 404, 200] },
}
