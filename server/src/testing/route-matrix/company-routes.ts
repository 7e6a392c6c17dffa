import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import { CANARY } from './owned.ts'
import { at, type Row } from './row.ts'

/** Routes of companies, their brands and their blogs. */
export const companyRoutes: Record<string, Row> = {
  'GET /api/v1/companies': { ...at('/api/v1/companies'), expect: [401, 403, 200, 200] },
  'POST /api/v1/companies': {
    path: () => '/api/v1/companies',
    // Only the owner may use their files.
    body: ({ file }) => ({ name: 'x', logoPath: file }),
    expect: [401, 403, 400, 201],
  },
  'PATCH /api/v1/companies/{id}': {
    path: ({ company }) => `/api/v1/companies/${company}`,
    body: () => ({ name: 'x' }),
    expect: [401, 403, 404, 200],
  },
  'DELETE /api/v1/companies/{id}': { path: ({ company }) => `/api/v1/companies/${company}`, expect: [401, 403, 404, 200] },
  'GET /api/v1/companies/{companyId}/brand': {
    path: ({ otherCompany }) => `/api/v1/companies/${otherCompany}/brand`,
    expect: [401, 403, 404, 200],
  },
  'PUT /api/v1/companies/{companyId}/brand': {
    path: ({ otherCompany }) => `/api/v1/companies/${otherCompany}/brand`,
    body: () => ({ version: 1, brand: { ...NEW_BRAND, tone: 'taken' } }),
    expect: [401, 403, 404, 200],
  },
  'DELETE /api/v1/companies/{companyId}/brand': {
    path: ({ otherCompany }) => `/api/v1/companies/${otherCompany}/brand`,
    expect: [401, 403, 404, 200],
  },
  'GET /api/v1/companies/blogs': { ...at('/api/v1/companies/blogs'), expect: [401, 403, 200, 200] },
  'POST /api/v1/companies/blogs/link': {
    path: () => '/api/v1/companies/blogs/link',
    body: ({ otherCompany }) => ({ companyId: otherCompany, blogName: 'another' }),
    expect: [401, 403, 400, 200],
  },
  'POST /api/v1/companies/blogs/unlink': {
    path: () => '/api/v1/companies/blogs/unlink',
    body: ({ otherCompany }) => ({ companyId: otherCompany, blogName: `${CANARY}-blog` }),
    expect: [401, 403, 400, 200],
  },
}
