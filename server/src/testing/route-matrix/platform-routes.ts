import { at, type Row } from './row.ts'

/** Routes of connected accounts and of the blogs they follow. */
export const platformRoutes: Record<string, Row> = {
  'POST /api/tiktok-token': {
    path: () => '/api/tiktok-token',
    body: () => ({ code: 'code', state: 'unknown', code_verifier: 'sealed.v1.unknown' }),
    expect: [400, 403, 400, 400],
  },
  'POST /api/tiktok-userinfo': {
    path: () => '/api/tiktok-userinfo',
    body: () => ({ access_token: 'sealed.v1.unknown' }),
    expect: [400, 403, 400, 400],
  },
  'POST /api/tiktok-refresh': {
    path: () => '/api/tiktok-refresh',
    body: () => ({ refresh_token: 'sealed.v1.unknown' }),
    expect: [400, 403, 400, 400],
  },
  'POST /api/tumblr-request-token': {
    path: () => '/api/tumblr-request-token',
    body: () => ({ callback_url: 'https://elsewhere.example/' }),
    expect: [401, 403, 400, 400],
  },
  'POST /api/tumblr-access-token': {
    path: () => '/api/tumblr-access-token',
    body: () => ({ oauth_token: 'unknown', oauth_token_secret: 'sealed.v1.unknown', oauth_verifier: 'x' }),
    expect: [401, 403, 400, 400],
  },
  'POST /api/tumblr-userinfo': { path: () => '/api/tumblr-userinfo', body: () => ({}), expect: [401, 403, 400, 400] },
  'POST /api/tumblr-photos': { path: () => '/api/tumblr-photos', body: () => ({ blog_name: 'any' }), expect: [401, 403, 200, 200] },
  'POST /api/tumblr-search': { path: () => '/api/tumblr-search', body: () => ({ tag: '' }), expect: [401, 403, 400, 400] },
  'POST /functions/tumblr-following': { path: () => '/functions/tumblr-following', body: () => ({}), expect: [401, 403, 400, 400] },
  'POST /functions/tumblr-blog-photos': {
    path: () => '/functions/tumblr-blog-photos',
    body: () => ({ blog_identifier: 'any' }),
    expect: [401, 403, 200, 200],
  },

  'GET /api/v1/accounts': { ...at('/api/v1/accounts'), expect: [401, 403, 200, 200] },
  'GET /api/v1/accounts/platforms': { ...at('/api/v1/accounts/platforms'), expect: [401, 403, 200, 200] },
  // This platform can be connected without a session; the account is then not saved.
  'POST /api/v1/accounts/{platform}/begin': {
    path: () => '/api/v1/accounts/tiktok/begin',
    body: () => ({ force: false }),
    expect: [200, 403, 200, 200],
  },
  'POST /api/v1/accounts/{platform}/finish': {
    path: () => '/api/v1/accounts/tiktok/finish',
    body: () => ({ state: 'unknown', secret: 'sealed.v1.unknown', proof: 'code' }),
    expect: [400, 403, 400, 400],
  },
  'POST /api/v1/accounts/keep': {
    path: () => '/api/v1/accounts/keep',
    body: () => ({ pending: 'sealed.v1.unknown' }),
    expect: [401, 403, 410, 410],
  },
  'DELETE /api/v1/accounts/{id}': { path: ({ account }) => `/api/v1/accounts/${account}`, expect: [401, 403, 404, 200] },
  'GET /api/v1/blogs/{platform}': { ...at('/api/v1/blogs/tumblr'), expect: [401, 403, 200, 200] },
  'GET /api/v1/blogs/{platform}/{blog}/posts': { ...at('/api/v1/blogs/tumblr/any/posts?limit=5'), expect: [401, 403, 200, 200] },
}
