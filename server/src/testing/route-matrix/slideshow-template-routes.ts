import { buildSlide } from '../app.ts'
import { at, type Row } from './row.ts'

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
  'DELETE /api/v1/slideshow-templates/{id}': {
    path: ({ slideshowTemplate }) => `/api/v1/slideshow-templates/${slideshowTemplate}`,
    expect: [401, 403, 404, 200],
  },
}
