import { buildSlide } from '../app.ts'
import { at, type Row } from './row.ts'

/** Custom modes, caption templates and saved styles. */
export const savedWorkRoutes: Record<string, Row> = {
  'GET /api/v1/custom-modes': {
    path: ({ otherCompany }) => `/api/v1/custom-modes?companyId=${otherCompany}`,
    expect: [401, 403, 200, 200],
  },
  'POST /api/v1/custom-modes': {
    path: () => '/api/v1/custom-modes',
    body: ({ otherCompany, file }) => ({
      name: 'x',
      companyId: otherCompany,
      slides: [buildSlide('x', { backgroundImage: file })],
    }),
    expect: [401, 403, 400, 201],
  },
  'DELETE /api/v1/custom-modes/{id}': { path: ({ mode }) => `/api/v1/custom-modes/${mode}`, expect: [401, 403, 404, 200] },
  'GET /api/v1/templates': { ...at('/api/v1/templates'), expect: [401, 403, 200, 200] },
  'POST /api/v1/templates': {
    path: () => '/api/v1/templates',
    body: () => ({ name: 'x', caption: 'y' }),
    expect: [401, 403, 201, 201],
  },
  'PATCH /api/v1/templates/{id}': {
    path: ({ template }) => `/api/v1/templates/${template}`,
    body: () => ({ name: 'x' }),
    expect: [401, 403, 404, 200],
  },
  'DELETE /api/v1/templates/{id}': { path: ({ template }) => `/api/v1/templates/${template}`, expect: [401, 403, 404, 200] },
  'GET /api/v1/saved-styles': { ...at('/api/v1/saved-styles'), expect: [401, 403, 200, 200] },
  'POST /api/v1/saved-styles': {
    path: () => '/api/v1/saved-styles',
    body: () => ({ name: 'x', look: {} }),
    expect: [401, 403, 201, 201],
  },
  'PATCH /api/v1/saved-styles/{id}': {
    path: ({ style }) => `/api/v1/saved-styles/${style}`,
    body: () => ({ name: 'x' }),
    expect: [401, 403, 404, 200],
  },
  'DELETE /api/v1/saved-styles/{id}': { path: ({ style }) => `/api/v1/saved-styles/${style}`, expect: [401, 403, 404, 200] },
}
