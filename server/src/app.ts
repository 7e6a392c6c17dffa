import { Hono, type Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { AppError } from '@ninesixteen/shared/errors'
import { secondsSince, emit } from './telemetry/telemetry.ts'
import { sendUserHeader } from './http/session/expected-user.ts'
import type { AppEnv } from './http/app-env.ts'
import { limitBodySize } from './http/bodies/body-size-limit.ts'
import { headRequests, assignRequestId, withRequestContext } from './http/middleware/request-lifecycle.ts'
import { registerHealth } from './routes/operation/health.ts'
import { registerMetrics } from './routes/operation/metrics.ts'
import { withoutSecret } from './http/secret-paths.ts'
import { hostGuard, writeGuard } from './http/middleware/request-guards.ts'
import { errorBody, onError } from './http/on-error.ts'
import { securityHeaders } from './http/responses/security-headers.ts'
import { describeApi } from './routes/public/describe-api.ts'
import { servePainterAssets, serveWebApp } from './http/responses/web-pages.ts'
import { registerAccountDownload } from './routes/account/account-download.ts'
import { publicConfig } from './routes/account/public-config.ts'
import { registerApi } from './routes/api.ts'
import { registerMcp } from './routes/mcp/mcp.ts'
import { registerOAuth } from './routes/oauth/oauth.ts'
import { registerPublicApi } from './routes/public/public-api.ts'
import { registerCompatibilityRoutes } from './routes/compatibility/compatibility.ts'
import { registerAuthRoutes } from './routes/account/auth.ts'
import { registerCoverRoutes } from './routes/rendering/covers.ts'
import { registerRenderRoutes } from './routes/rendering/renders.ts'
import { registerCalendarFeed } from './routes/scheduling/calendar-feed.ts'
import { registerDomainProof, registerMediaDownload } from './routes/publishing/media-download.ts'
import { registerWebhooks } from './routes/publishing/webhooks.ts'
import { registerFoundSoundRoutes } from './routes/library/stock.ts'
import { registerTrackRoutes } from './routes/library/tracks.ts'
import { registerFileRoutes } from './routes/library/files.ts'
import { registerFontRoutes } from './routes/library/fonts.ts'
import { registerGoogleDriveFunction } from './routes/functions/google-drive.ts'
import { registerEventRoutes } from './routes/live/events.ts'
import { registerApprovalFiles, reviewOf } from './routes/scheduling/approvals.ts'
import { registerManualPostingFiles } from './routes/scheduling/manual-posting.ts'
import { registerOpenaiFunction } from './routes/functions/openai.ts'
import { registerScheduledPostsFunction } from './routes/functions/scheduled-posts.ts'
import { registerCaptionRoutes } from './routes/generation/captions.ts'
import { registerGenerateRoutes } from './routes/generation/generate.ts'
import { registerIdeaRoutes } from './routes/generation/ideas.ts'
import { registerCsvExport } from './routes/scheduling/csv-export.ts'
import { registerRemotePhotoRoutes } from './routes/connections/remote-photos.ts'
import { registerRewriteRoutes } from './routes/generation/rewrite.ts'
import { registerSimilarTopicRoutes } from './routes/generation/similar-topics.ts'
import { registerVideoRoutes } from './routes/rendering/video.ts'
import type { Metrics } from './operator/metrics/metrics.ts'
import type { Services } from './routes/services.ts'
import { withSpan, type SpanAttributes } from './telemetry/spans.ts'

export interface Watching {
  /** Null if metrics are disabled. */
  metrics: Metrics | null
  /** Whether the process is shutting down. */
  isStopping?: () => boolean
}

const UNWATCHED: Watching = { metrics: null }
const NEVER = (): boolean => false

/** Health checks of a process that publishes without serving requests. */
export function createHealthApp(services: Services, { metrics, isStopping = NEVER } = UNWATCHED): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError(onError(services.log))
  app.use(assignRequestId(), withRequestContext())
  app.use(securityHeaders(services.config.publicUrl))
  registerHealth(app, services, isStopping)
  registerMetrics(app, { config: services.config, metrics })
  app.notFound((c) => c.json(errorBody(new AppError('NOT_FOUND')), 404))
  return app
}

/** The whole HTTP application, without a listener. */
export function createApp(services: Services, { metrics, isStopping = NEVER } = UNWATCHED): Hono<AppEnv> {
  const { config, log } = services
  const app = new Hono<AppEnv>()
  app.onError(onError(log))

  app.use(headRequests())
  app.use(assignRequestId(), withRequestContext())
  app.use(logRequests(services))
  app.use(securityHeaders(config.publicUrl))
  // Before the host check: monitoring uses any address.
  registerHealth(app, services, isStopping)
  registerMetrics(app, { config, metrics })
  app.use(hostGuard(config))
  app.use(sendUserHeader())

  registerWebhooks(app, services)
  // Before the guards of the page's requests: it has neither cookies nor forms.
  registerPublicApi(app, services)
  registerMcp(app, services)
  registerOAuth(app, services)
  app.use('/api/*', writeGuard(config))
  app.use('/functions/*', writeGuard(config))
  const bodies = limitBodySize(services)
  app.use('/api/*', bodies)
  app.use('/functions/*', bodies)

  registerAuthRoutes(app, services)
  // Before the image routes, whose pattern would match it.
  registerCoverRoutes(app, services)
  registerRenderRoutes(app, services)
  registerManualPostingFiles(app, services)
  registerApprovalFiles(app, services)
  registerFileRoutes(app, services)
  registerFontRoutes(app, services)
  registerTrackRoutes(app, services)
  registerFoundSoundRoutes(app, services)
  registerMediaDownload(app, services)
  registerDomainProof(app, services)
  registerRemotePhotoRoutes(app, services)
  registerGenerateRoutes(app, services)
  registerIdeaRoutes(app, services)
  registerRewriteRoutes(app, services)
  registerSimilarTopicRoutes(app, services)
  registerCaptionRoutes(app, services)
  registerVideoRoutes(app, services)
  registerOpenaiFunction(app, services)
  registerScheduledPostsFunction(app, services)
  registerGoogleDriveFunction(app, services)
  registerCompatibilityRoutes(app, services)
  registerAccountDownload(app, services)
  registerCalendarFeed(app, services)
  registerCsvExport(app, services)
  registerEventRoutes(app, services)
  registerApi(app, services)
  servePainterAssets(app, config.painterAssets)
  registerWebApp(app, services)
  app.notFound((c) => c.json(errorBody(new AppError('NOT_FOUND')), 404))
  return app
}

/** The page's files, and the pages that the server renders. */
function registerWebApp(app: Hono<AppEnv>, services: Services): void {
  const { webDist: folder, webEarlier: earlier, storagePublicUrl: photoOrigin, publicUrl } = services.config
  const data = { config: () => publicConfig(services), describeApi: () => describeApi(publicUrl) }
  serveWebApp(app, { folder, earlier, photoOrigin, ...data, reviewOf: (c, token) => reviewOf(c, services, token) })
}

/**
 * One line per request, at debug level: the path without its query, because signed URLs have their signature there, and without secrets.
 */
function logRequests({ log }: Services) {
  return createMiddleware<AppEnv>((c, next) =>
    withSpan({ name: c.req.method, kind: 'server' }, async (note) => {
      const startedAt = performance.now()
      await next()
      const { method } = c.req
      const { status } = c.res
      const route = c.get('route') ?? routePath(c, -1)
      emit('request', { method, route, status, seconds: secondsSince(startedAt) })
      note({ name: `${method} ${route}`, attributes: attributesOf(c, { route, status }) })
      const ms = Math.round(performance.now() - startedAt)
      log.debug({ requestId: c.get('requestId'), method, path: withoutSecret(c.req.path), status, ms }, 'request')
    }),
  )
}

/** OpenTelemetry's attribute names. */
function attributesOf(c: Context<AppEnv>, { route, status }: { route: string; status: number }): SpanAttributes {
  return {
    'http.request.method': c.req.method,
    'http.route': route,
    'http.response.status_code': status,
    'ninesixteen.request_id': c.get('requestId'),
    ...(status >= 500 && { 'error.type': String(status) }),
  }
}
