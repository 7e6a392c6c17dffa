import { randomUUID } from 'node:crypto'
import { buildSlide, photo } from '../app.ts'
import { ADTS_FILE } from '../sound-track.ts'
import { CANARY } from './owned.ts'
import { companyRoutes } from './company-routes.ts'
import { approvalRoutes } from './approval-routes.ts'
import { manualPostingRoutes } from './manual-posting-routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { contentPlanRoutes } from './content-plan-routes.ts'
import { photoRoutes } from './photo-routes.ts'
import { planningRoutes } from './planning-routes.ts'
import { platformRoutes } from './platform-routes.ts'
import { postRoutes } from './post-routes.ts'
import { publicApiRoutes } from './public-api-routes.ts'
import { at, beginningOf, MEMBERS, OPEN, type Row } from './row.ts'
import { savedWorkRoutes } from './saved-work-routes.ts'
import { slideshowTemplateRoutes } from './slideshow-template-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** Every route, how to call it, and who may. Each new route needs an entry: a test compares this table with the router. */
export const routeMatrix: Record<string, Row> = {
  // First, because later routes remove posts.
  ...publicApiRoutes,
  ...platformRoutes,
  ...operatorRoutes,
  ...contentPlanRoutes,
  ...planningRoutes,
  ...webhookRoutes,
  ...postRoutes,
  ...manualPostingRoutes,
  ...approvalRoutes,
  ...keyRoutes,

  'GET /healthz': { ...at('/healthz'), expect: [...OPEN] },
  'GET /readyz': { ...at('/readyz'), expect: [...OPEN] },
  // Metrics are disabled unless the operator enables them.
  'GET /metrics': { ...at('/metrics'), expect: [404, 404, 404, 404] },
  'GET /robots.txt': { ...at('/robots.txt'), expect: [...OPEN] },
  'GET /sitemap.xml': { ...at('/sitemap.xml'), expect: [...OPEN] },
  'GET /api/openapi.json': { ...at('/api/openapi.json'), expect: [...OPEN] },
  'GET /painter/*': { ...at('/painter/none.ttf'), expect: [404, 404, 404, 404] },
  // Only a platform can sign these.
  'POST /webhooks/:platform': { path: () => '/webhooks/tiktok', body: () => ({}), expect: [400, 400, 400, 400] },
  'POST /webhooks/stripe': { path: () => '/webhooks/stripe', body: () => ({}), expect: [400, 400, 400, 400] },
  // No user pays here, and the payment provider isn't configured.
  'GET /api/v1/billing': { ...at('/api/v1/billing'), expect: [...MEMBERS] },
  'POST /api/v1/billing/checkout': { path: () => '/api/v1/billing/checkout', expect: [401, 503, 503, 503] },
  'POST /api/v1/billing/portal': { path: () => '/api/v1/billing/portal', expect: [401, 404, 404, 404] },
  // The URL grants access; this one doesn't exist.
  'GET /pub/:token/:name': { ...at('/pub/none/1.jpg'), expect: [404, 404, 404, 404] },
  'GET /*': { ...at('/content_studio'), expect: [404, 404, 404, 404] },
  'GET /api/auth/*': { ...at('/api/auth/get-session'), expect: [...OPEN] },
  'POST /api/auth/*': { path: () => '/api/auth/sign-in/email', body: () => ({}), expect: [400, 400, 400, 400] },
  'GET /api/v1/runs': { ...at('/api/v1/runs'), expect: [401, 403, 200, 200] },
  'GET /api/v1/runs/{id}': { path: ({ render }) => `/api/v1/runs/${render}`, expect: [401, 403, 404, 200] },
  'POST /api/v1/runs/{id}/cancel': { path: ({ render }) => `/api/v1/runs/${render}/cancel`, expect: [401, 403, 404, 200] },
  // The stream stays open for minutes; its beginning shows the permission.
  'GET /api/events': { ...at('/api/events'), send: beginningOf('/api/events'), expect: [...MEMBERS] },
  'GET /api/account/download': { ...at('/api/account/download'), expect: [...MEMBERS] },
  'GET /api/v1/me/sessions': { ...at('/api/v1/me/sessions'), expect: [...MEMBERS] },
  'DELETE /api/v1/me/sessions/{id}': { ...at('/api/v1/me/sessions/none'), expect: [401, 404, 404, 404] },
  // These need the caller's password, which isn't sent.
  'POST /api/v1/me/email': {
    path: () => '/api/v1/me/email',
    body: () => ({ email: 'taken@example.org', password: 'wrong' }),
    expect: [401, 403, 403, 403],
  },
  'GET /api/v1/me/security': { ...at('/api/v1/me/security'), expect: [...MEMBERS] },
  'PATCH /api/v1/me/passkeys/{id}': {
    path: ({ passkey }) => `/api/v1/me/passkeys/${passkey}`,
    body: () => ({ name: 'taken' }),
    expect: [401, 404, 404, 204],
  },
  'DELETE /api/v1/me/passkeys/{id}': { path: ({ passkey }) => `/api/v1/me/passkeys/${passkey}`, expect: [401, 404, 404, 204] },
  'GET /api/v1/me/email': { ...at('/api/v1/me/email'), expect: [...MEMBERS] },
  'DELETE /api/v1/me/email': { ...at('/api/v1/me/email'), expect: [401, 204, 204, 204] },
  'POST /api/v1/me/delete': { path: () => '/api/v1/me/delete', body: () => ({ password: 'wrong' }), expect: [401, 403, 403, 403] },
  // None of these users is a demo.
  'POST /api/v1/me/demo/end': { path: () => '/api/v1/me/demo/end', body: () => ({}), expect: [401, 404, 404, 404] },
  'POST /api/files': {
    path: () => '/api/files',
    send: async (caller) => caller.upload(await photo(), { purpose: 'logo' }),
    expect: [401, 403, 201, 201],
  },
  'POST /api/tracks': {
    path: () => '/api/tracks',
    send: (caller) => caller.fetch(`/api/tracks?id=${randomUUID()}&name=x&beatOffset=0`, { method: 'POST', body: ADTS_FILE }),
    expect: [401, 403, 201, 201],
  },
  'GET /api/v1/tracks': { ...at('/api/v1/tracks'), expect: [401, 403, 200, 200] },
  'PATCH /api/v1/tracks/{id}': {
    path: ({ track }) => `/api/v1/tracks/${track}`,
    body: () => ({ name: 'x' }),
    expect: [401, 403, 404, 200],
  },
  'DELETE /api/v1/tracks/{id}': { path: ({ track }) => `/api/v1/tracks/${track}`, expect: [401, 403, 404, 200] },
  'GET /api/v1/projects/{id}/sound': { path: ({ project }) => `/api/v1/projects/${project}/sound`, expect: [401, 403, 404, 200] },
  'PUT /api/v1/projects/{id}/sound': {
    path: ({ project }) => `/api/v1/projects/${project}/sound`,
    body: ({ track }) => ({ sound: { trackId: track } }),
    expect: [401, 403, 404, 200],
  },
  'PUT /api/v1/projects/{id}/company': {
    path: ({ project }) => `/api/v1/projects/${project}/company`,
    body: ({ company }) => ({ companyId: company }),
    expect: [401, 403, 404, 200],
  },
  // A signed link grants read access for an hour.
  'GET /files/:variant/:user/:name': { path: (owned) => owned.signedUrl, expect: [...OPEN] },
  'GET /files/covers/:project/:version': { path: (owned) => owned.coverUrl, expect: [...OPEN] },
  // Both belong to one user: another user's link returns nothing, the owner's points to an unreachable host.
  'GET /api/pictures/remote/:user/:address': { path: ({ remoteUrl }) => remoteUrl, expect: [401, 403, 404, 502] },
  'POST /api/pictures/remote/import': {
    path: () => '/api/pictures/remote/import',
    body: ({ remoteUrl }) => ({ purpose: 'image-box', link: remoteUrl }),
    expect: [401, 403, 404, 502],
  },
  'POST /api/generate': {
    path: () => '/api/generate',
    body: () => ({ contentType: 'numbered-list', topic: '' }),
    expect: [401, 403, 400, 400],
  },
  'GET /api/generate/:projectId/events': { path: ({ project }) => `/api/generate/${project}/events`, expect: [401, 403, 404, 200] },
  'POST /api/generate/:projectId/cancel': {
    path: ({ project }) => `/api/generate/${project}/cancel`,
    body: () => ({}),
    expect: [401, 403, 404, 200],
  },
  'POST /api/ideas': { path: () => '/api/ideas', body: () => ({ topic: '' }), expect: [401, 403, 400, 400] },
  // The AI provider can't be reached.
  'POST /api/captions': { path: () => '/api/captions', body: ({ project }) => ({ projectId: project }), expect: [401, 403, 404, 502] },
  'POST /api/rewrite': {
    path: () => '/api/rewrite',
    body: () => ({ contentType: 'custom', slide: { id: 'a' }, target: { kind: 'slide' }, how: 'again' }),
    expect: [401, 403, 400, 400],
  },
  // The AI provider can't be reached.
  'POST /api/similar-topics': {
    path: () => '/api/similar-topics',
    body: ({ project }) => ({ projectId: project }),
    expect: [401, 403, 404, 502],
  },
  'POST /functions/google-drive-handler': { path: () => '/functions/google-drive-handler', body: () => ({}), expect: [401, 403, 400, 400] },
  'POST /functions/google-drive-handler/file': {
    path: () => '/functions/google-drive-handler/file',
    body: () => ({}),
    expect: [401, 403, 400, 400],
  },
  'POST /api/video': {
    path: () => '/api/video',
    // Videos only contain the user's own images.
    body: ({ file }) => ({ slides: [buildSlide('x', { backgroundImage: file })], frames: [60] }),
    expect: [401, 403, 400, 200],
  },
  'POST /functions/openai-secure': { path: () => '/functions/openai-secure', body: () => ({}), expect: [401, 403, 400, 400] },

  'GET /api/v1/config': { ...at('/api/v1/config'), expect: [...OPEN] },
  'GET /api/v1/me': { ...at('/api/v1/me'), expect: [401, 200, 200, 200] },
  'PATCH /api/v1/me/settings': { path: () => '/api/v1/me/settings', body: () => ({ theme: 'light' }), expect: [401, 403, 200, 200] },
  'GET /api/v1/credentials': { ...at('/api/v1/credentials'), expect: [401, 403, 200, 200] },
  'PUT /api/v1/credentials': {
    path: () => '/api/v1/credentials',
    body: () => ({ values: { 'openai.model': 'x' } }),
    expect: [401, 403, 200, 200],
  },
  'POST /api/v1/credentials/{group}/check': {
    path: () => '/api/v1/credentials/ai/check',
    body: () => ({}),
    expect: [401, 403, 200, 200],
  },
  ...companyRoutes,
  'GET /api/v1/media/overview': { ...at('/api/v1/media/overview'), expect: [401, 403, 200, 200] },
  'GET /api/v1/media/marks': {
    path: ({ otherCompany }) => `/api/v1/media/marks?section=${otherCompany}&every=10`,
    expect: [401, 403, 200, 200],
  },
  'GET /api/v1/media/ids': { ...at('/api/v1/media/ids'), expect: [401, 403, 200, 200] },
  'GET /api/v1/media/tags': { ...at('/api/v1/media/tags'), expect: [401, 403, 200, 200] },
  'POST /api/v1/media/summary': {
    path: () => '/api/v1/media/summary',
    body: ({ media }) => ({ ids: [media] }),
    expect: [401, 403, 404, 200],
  },
  'GET /api/v1/media/video-photos': {
    path: ({ project, otherCompany }) => `/api/v1/media/video-photos?projectId=${project}&companyId=${otherCompany}`,
    expect: [401, 403, 200, 200],
  },
  'GET /api/v1/media/page': { ...at('/api/v1/media/page?limit=1000'), expect: [401, 403, 200, 200] },
  'POST /api/v1/media/usage': { path: () => '/api/v1/media/usage', body: ({ media }) => ({ ids: [media] }), expect: [401, 403, 404, 200] },
  'POST /api/v1/media/tags': {
    path: () => '/api/v1/media/tags',
    body: ({ media }) => ({ ids: [media], add: ['taken'], remove: [`${CANARY}-tag`] }),
    expect: [401, 403, 404, 200],
  },
  'GET /api/v1/media': { path: ({ otherCompany }) => `/api/v1/media?companyId=${otherCompany}`, expect: [401, 403, 200, 200] },
  'POST /api/v1/media/link': {
    path: () => '/api/v1/media/link',
    body: ({ media, otherCompany }) => ({ ids: [media], companyId: otherCompany }),
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/media/unlink': {
    path: () => '/api/v1/media/unlink',
    body: ({ media, otherCompany }) => ({ ids: [media], companyId: otherCompany }),
    expect: [401, 403, 404, 200],
  },
  'GET /api/v1/ideas': { path: ({ otherCompany }) => `/api/v1/ideas?companyId=${otherCompany}`, expect: [401, 403, 200, 200] },
  'GET /api/v1/ideas/page': { path: ({ otherCompany }) => `/api/v1/ideas/page?companyId=${otherCompany}`, expect: [401, 403, 200, 200] },
  'PATCH /api/v1/ideas/{id}': { path: ({ idea }) => `/api/v1/ideas/${idea}`, body: () => ({ isUsed: true }), expect: [401, 403, 404, 200] },
  'DELETE /api/v1/ideas/{id}': { path: ({ idea }) => `/api/v1/ideas/${idea}`, expect: [401, 403, 404, 200] },
  'POST /api/v1/ideas/clear': {
    path: () => '/api/v1/ideas/clear',
    body: ({ otherCompany }) => ({ companyId: otherCompany }),
    expect: [401, 403, 200, 200],
  },
  'POST /api/v1/files/urls': {
    path: () => '/api/v1/files/urls',
    body: ({ file }) => ({ paths: [file], variant: 'original' }),
    expect: [401, 403, 200, 200],
  },
  'POST /api/v1/files/credits': {
    path: () => '/api/v1/files/credits',
    body: ({ file }) => ({ paths: [file] }),
    expect: [401, 403, 200, 200],
  },
  'POST /api/v1/files/maps': {
    path: () => '/api/v1/files/maps',
    body: ({ file }) => ({ paths: [file] }),
    expect: [401, 403, 200, 200],
  },
  ...photoRoutes,
  'GET /api/v1/notices': { ...at('/api/v1/notices'), expect: [...MEMBERS] },
  'POST /api/v1/notices/seen': { path: () => '/api/v1/notices/seen', body: () => ({ ids: [randomUUID()] }), expect: [...MEMBERS] },
  ...savedWorkRoutes,
  ...slideshowTemplateRoutes,
  'GET /api/v1/projects': { ...at('/api/v1/projects'), expect: [401, 403, 200, 200] },
  'GET /api/v1/projects/{id}': { path: ({ project }) => `/api/v1/projects/${project}`, expect: [401, 403, 404, 200] },
  'GET /api/v1/projects/{id}/preview': { path: ({ project }) => `/api/v1/projects/${project}/preview`, expect: [401, 404, 404, 200] },
  'POST /api/v1/projects': {
    path: () => '/api/v1/projects',
    body: ({ otherCompany }) => ({
      title: 'x',
      topic: '',
      contentType: 'custom',
      contentStyle: 'personal',
      companyId: otherCompany,
      slides: [buildSlide('x')],
    }),
    expect: [401, 403, 400, 201],
  },
  'PUT /api/v1/projects/{id}': {
    path: ({ project }) => `/api/v1/projects/${project}`,
    body: () => ({ version: 2, saveId: randomUUID(), slides: [buildSlide('overwritten')] }),
    expect: [401, 403, 404, 200],
  },
  'PATCH /api/v1/projects/{id}': {
    path: ({ project }) => `/api/v1/projects/${project}`,
    body: () => ({ title: 'renamed' }),
    expect: [401, 403, 404, 200],
  },
  'GET /api/v1/projects/{id}/variants': { path: ({ project }) => `/api/v1/projects/${project}/variants`, expect: [401, 403, 404, 200] },
  'GET /api/v1/projects/{id}/versions': { path: ({ project }) => `/api/v1/projects/${project}/versions`, expect: [401, 403, 404, 200] },
  'GET /api/v1/projects/{id}/versions/{from}': {
    path: ({ project }) => `/api/v1/projects/${project}/versions/1`,
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/projects/{id}/versions/{from}/restore': {
    path: ({ project }) => `/api/v1/projects/${project}/versions/1/restore`,
    // On an outdated version, so that the owner gets the current one.
    body: () => ({ version: 1, saveId: randomUUID() }),
    expect: [401, 403, 404, 412],
  },
  'POST /api/v1/projects/{id}/duplicate': { path: ({ project }) => `/api/v1/projects/${project}/duplicate`, expect: [401, 403, 404, 201] },
  'DELETE /api/v1/projects/{id}': { path: ({ project }) => `/api/v1/projects/${project}`, expect: [401, 403, 404, 200] },
  // Last, because it deletes what the other rows need.
  'POST /api/v1/media/delete': {
    path: () => '/api/v1/media/delete',
    body: ({ media }) => ({ ids: [media] }),
    expect: [401, 403, 404, 200],
  },
}
