import { ORPCError, ValidationError } from '@orpc/server'
import { OpenAPIGenerator } from '@orpc/openapi'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { API_PREFIX, contract } from '@ninesixteen/shared/api/contract'
import { CONTRACT_HEADER, CONTRACT_NUMBER } from '@ninesixteen/shared/api/headers'
import { AppError, ERRORS, type ErrorBody, type ErrorCode } from '@ninesixteen/shared/errors'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { requireOperator, requirePro, requireUser, sessionUser } from '../http/session/session.ts'
import { approvalRoutes, clientOf, rememberProof } from './scheduling/approvals.ts'
import { browserId, requestAddress, returnOrigin } from '../http/session/browser-id.ts'
import type { AppEnv } from '../http/app-env.ts'
import { cleanText } from '../http/bodies/clean-text.ts'
import { appError, errorBody, logServerError } from '../http/on-error.ts'
import { retryHeaders } from '../http/retry-headers.ts'
import { jsonResponse } from '../http/responses/json-response.ts'
import { APP_REQUEST_COOKIE } from '../oauth-server/oauth-server.ts'
import { PostsRejected } from '../posts/preflight/require-publishable.ts'
import type { Services } from './services.ts'
import { accountRoutes, notificationRoutes } from './account/account.ts'
import { accountSecurityRoutes } from './account/account-security.ts'
import { appRequestRoutes } from './account/app-requests.ts'
import { aiPhotoRoutes } from './generation/ai-photos.ts'
import { apiKeyRoutes } from './account/api-keys.ts'
import { billingRoutes } from './billing/billing.ts'
import { blogRoutes, socialAccountRoutes } from './connections/social-accounts.ts'
import { calendarLinkRoutes, scheduledPostRoutes, csvRoutes, postingTimeRoutes, recurrenceRoutes } from './scheduling/scheduled-posts.ts'
import { brandRoutes } from './companies/brands.ts'
import { contentPlanRoutes } from './scheduling/content-plan.ts'
import { companyRoutes } from './companies/companies.ts'
import { open, type RequestContext } from './contract.ts'
import { credentialRoutes } from './account/credentials.ts'
import { customModeRoutes } from './companies/custom-modes.ts'
import { manualPostingRoutes } from './scheduling/manual-posting.ts'
import { fontRoutes } from './library/fonts.ts'
import { fileRoutes } from './library/files.ts'
import { ideaRoutes } from './generation/ideas.ts'
import { mediaRoutes } from './library/media.ts'
import { invitationRoutes, localModelRoutes, operatorRoutes } from './operator/operator.ts'
import { projectRoutes } from './projects/projects.ts'
import { securityRoutes } from './account/security.ts'
import { webhookRoutes } from './account/webhooks.ts'
import { stockRoutes } from './library/stock.ts'
import { runRoutes } from './live/runs.ts'
import { savedStyleRoutes } from './projects/saved-styles.ts'
import { slideshowBatchRoutes } from './generation/slideshow-batches.ts'
import { translationRoutes } from './generation/translations.ts'
import { slideshowTemplateRoutes } from './projects/slideshow-templates.ts'
import { soundRoutes, trackRoutes } from './library/tracks.ts'
import { templateRoutes } from './projects/templates.ts'

const router = open.router({
  account: { ...accountRoutes, ...accountSecurityRoutes },
  accounts: socialAccountRoutes,
  aiPhotos: aiPhotoRoutes,
  apiKeys: apiKeyRoutes,
  appRequests: appRequestRoutes,
  approvals: approvalRoutes,
  billing: billingRoutes,
  blogs: blogRoutes,
  brands: brandRoutes,
  calendarLink: calendarLinkRoutes,
  companies: companyRoutes,
  contentPlan: contentPlanRoutes,
  credentials: credentialRoutes,
  customModes: customModeRoutes,
  files: fileRoutes,
  fonts: fontRoutes,
  manualPosting: manualPostingRoutes,
  ideas: ideaRoutes,
  invitations: invitationRoutes,
  media: mediaRoutes,
  notifications: notificationRoutes,
  operator: operatorRoutes,
  localModels: localModelRoutes,
  postingTimes: postingTimeRoutes,
  postsCsv: csvRoutes,
  projects: projectRoutes,
  recurrences: recurrenceRoutes,
  runs: runRoutes,
  savedStyles: savedStyleRoutes,
  scheduledPosts: scheduledPostRoutes,
  security: securityRoutes,
  slideshowBatches: slideshowBatchRoutes,
  translations: translationRoutes,
  slideshowTemplates: slideshowTemplateRoutes,
  stock: stockRoutes,
  sounds: soundRoutes,
  templates: templateRoutes,
  tracks: trackRoutes,
  webhooks: webhookRoutes,
})

/** The endpoints of the contract below /api/v1, and their OpenAPI 3.1 description. */
export function registerApi(app: Hono<AppEnv>, services: Services): void {
  const handler = new OpenAPIHandler(router, {
    customErrorResponseBodyEncoder: (error) => error.data,
    clientInterceptors: [
      async (options) => {
        options.context.route = options.procedure['~orpc'].route.path
        try {
          return await options.next({ ...options, input: cleanText(options.input) })
        } catch (thrown) {
          throw tableError(thrown, options.context)
        }
      },
    ],
    interceptors: [
      async ({ next }) => {
        try {
          return await next()
        } catch (thrown) {
          // Errors outside of handlers come from parsing the request.
          throw thrown instanceof ORPCError ? thrown : encoded(new AppError('INVALID_INPUT', { fields: 'body' }))
        }
      },
    ],
  })

  // During a rolling upgrade a page must know which release answered.
  app.use(`${API_PREFIX}/*`, async (c, next) => {
    await next()
    c.header(CONTRACT_HEADER, String(CONTRACT_NUMBER))
  })
  app.all(`${API_PREFIX}/*`, async (c) => {
    const context: RequestContext = {
      services,
      requestId: c.get('requestId'),
      optionalUser: () => sessionUser(c, services),
      user: () => requireUser(c, services),
      pro: () => requirePro(c, services),
      operator: () => requireOperator(c, services),
      browserId: () => browserId(c, services.config.publicUrl),
      appRequest: () => getCookie(c, APP_REQUEST_COOKIE),
      address: () => requestAddress(c, services.config.trustProxy),
      client: (token) => clientOf(c, services, token),
      rememberProof: (proof) => rememberProof(c, services, proof),
      returnOrigin: () => returnOrigin(c, services.config.publicUrl),
    }
    const { matched, response } = await handler.handle(c.req.raw, { prefix: API_PREFIX, context })
    if (!matched) throw new AppError('NOT_FOUND')
    if (context.route !== undefined) c.set('route', `${API_PREFIX}${context.route}`)
    if (context.failure) for (const [name, value] of Object.entries(retryHeaders(context.failure))) response.headers.set(name, value)
    return jsonResponse(c, response)
  })

  let description: Promise<unknown> | undefined
  app.get('/api/openapi.json', async (c) => {
    description ??= new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(contract, {
      info: { title: PRODUCT_NAME, version: '1' },
      servers: [{ url: API_PREFIX }],
    })
    return jsonResponse(c, Response.json(await description, { headers: { 'cache-control': 'public, max-age=300' } }))
  })
}

/** An error of the table in the handler's format; `data` holds additional facts for the caller. */
function encoded(error: AppError, data?: unknown): ORPCError<string, ErrorBody> {
  const body = errorBody(error)
  if (data !== undefined) body.error.data = data
  return new ORPCError(error.code, { status: error.status, message: error.message, data: body, cause: error })
}

function tableError(thrown: unknown, context: RequestContext): ORPCError<string, ErrorBody> {
  if (thrown instanceof ORPCError && thrown.code === 'VERSION_CONFLICT') return encoded(new AppError('VERSION_CONFLICT'), thrown.data)
  if (thrown instanceof ORPCError && thrown.status === 400 && thrown.cause instanceof ValidationError)
    return encoded(inputError(thrown.cause))
  if (thrown instanceof PostsRejected) return encoded(thrown, { problems: thrown.problems })
  const error = appError(thrown)
  context.failure = error
  logServerError(context.services.log, error, context.requestId)
  return encoded(error)
}

/** A contract violation: with its own message if the table has it, otherwise with the field names. */
function inputError({ issues }: ValidationError): AppError {
  const own = Object.entries(ERRORS).find(([, [status, text]]) => status === 400 && issues.some((issue) => issue.message === text))
  if (own) return new AppError(own[0] as ErrorCode)
  const fields = issues.map(
    (issue) => (issue.path ?? []).map((part) => (typeof part === 'object' ? String(part.key) : String(part))).join('.') || 'body',
  )
  return new AppError('INVALID_INPUT', { fields: [...new Set(fields)].slice(0, 5).join(', ') })
}
