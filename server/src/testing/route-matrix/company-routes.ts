import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import { poppins } from '../font-files.ts'
import { CANARY } from './owned.ts'
import { at, type Row } from './row.ts'

/** Routes of companies, their brands, fonts and blogs. */
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
  'GET /api/v1/fonts': { ...at('/api/v1/fonts'), expect: [401, 403, 200, 200] },
  'PATCH /api/v1/fonts/{id}': { path: ({ font }) => `/api/v1/fonts/${font}`, body: () => ({ name: 'x' }), expect: [401, 403, 404, 200] },
  'DELETE /api/v1/fonts/{id}': { path: ({ font }) => `/api/v1/fonts/${font}`, expect: [401, 403, 404, 200] },
  'POST /api/fonts': {
    path: () => '/api/fonts',
    // Another user can't add a style to the font.
    send: async (caller, { font }) => {
      const body = new Uint8Array(await poppins(700))
      return caller.fetch(`/api/fonts?id=${font}&filename=bold.woff2`, { method: 'POST', body })
    },
    expect: [401, 403, 400, 201],
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
