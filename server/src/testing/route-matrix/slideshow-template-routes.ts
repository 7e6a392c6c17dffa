import { randomUUID } from 'node:crypto'
import { buildSlide } from '../app.ts'
import type { Owned } from './owned.ts'
import { at, type Row } from './row.ts'

const table = ({ slideshowTemplate }: Owned) => ({ text: 'topic\nx', templateId: slideshowTemplate })
const batch =
  (rest = '') =>
  ({ slideshowBatch }: Owned) =>
    `/api/v1/slideshow-batches/${slideshowBatch}${rest}`

const translations = ({ project }: Owned) => `/api/v1/projects/${project}/translations`

/** Templates of slideshows, tables that become slideshows, and translations. */
export const slideshowTemplateRoutes: Record<string, Row> = {
  'GET /api/v1/slideshow-templates': { ...at('/api/v1/slideshow-templates'), expect: [401, 403, 200, 200] },
  'POST /api/v1/slideshow-templates': {
    path: () => '/api/v1/slideshow-templates',
    body: ({ otherCompany, file }) => ({
      name: 'x',
      companyId: otherCompany,
      contentType: 'custom',
      slides: [buildSlide('x', { backgroundImage: file })],
      slots: [],
    }),
    expect: [401, 403, 400, 201],
  },
  'GET /api/v1/slideshow-templates/{id}': {
    path: ({ slideshowTemplate }) => `/api/v1/slideshow-templates/${slideshowTemplate}`,
    expect: [401, 403, 404, 200],
  },
  'PATCH /api/v1/slideshow-templates/{id}': {
    path: ({ slideshowTemplate }) => `/api/v1/slideshow-templates/${slideshowTemplate}`,
    body: () => ({ name: 'renamed' }),
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/slideshow-tables/check': { path: () => '/api/v1/slideshow-tables/check', body: table, expect: [401, 403, 404, 200] },
  'POST /api/v1/slideshow-tables': {
    path: () => '/api/v1/slideshow-tables',
    body: (owned) => ({ ...table(owned), requestId: randomUUID(), title: 'x' }),
    expect: [401, 403, 404, 201],
  },
  'GET /api/v1/slideshow-batches': { ...at('/api/v1/slideshow-batches'), expect: [401, 403, 200, 200] },
  'GET /api/v1/slideshow-batches/{id}': { path: batch(), expect: [401, 403, 404, 200] },
  'GET /api/v1/slideshow-batches/{id}/failures': { path: batch('/failures'), expect: [401, 403, 404, 200] },
  'POST /api/v1/slideshow-batches/{id}/cancel': { path: batch('/cancel'), expect: [401, 403, 404, 200] },
  'POST /api/v1/slideshow-batches/{id}/retry': { path: batch('/retry'), expect: [401, 403, 404, 200] },
  'DELETE /api/v1/slideshow-batches/{id}': { path: batch(), expect: [401, 403, 404, 200] },
  'GET /api/v1/projects/{id}/translations': { path: translations, expect: [401, 403, 404, 200] },
  'POST /api/v1/projects/{id}/translations': {
    path: translations,
    body: () => ({ translations: [{ language: 'German' }], requestId: randomUUID() }),
    expect: [401, 403, 404, 201],
  },
  'DELETE /api/v1/slideshow-templates/{id}': {
    path: ({ slideshowTemplate }) => `/api/v1/slideshow-templates/${slideshowTemplate}`,
    expect: [401, 403, 404, 200],
  },
}
