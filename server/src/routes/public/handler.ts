import { ORPCError, ValidationError } from '@orpc/server'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { AppError } from '@ninesixteen/shared/errors'
import { cleanText } from '../../http/bodies/clean-text.ts'
import { appError } from '../../http/on-error.ts'
import { codeOfMessage } from '../../http/responses/problem.ts'
import { publicAccountRoutes, publicCompanyRoutes, publicIdeaRoutes } from './companies.ts'
import { publicPhotoRoutes } from './photos.ts'
import { publicPostRoutes } from './posts.ts'
import { procedures, requireScope } from './procedures.ts'
import { publicRenderRoutes } from './renders.ts'
import { publicRunRoutes } from './runs.ts'
import { runWrite } from './run-write.ts'
import { publicSlideshowRoutes } from './slideshows.ts'
import { publicTemplateRoutes } from './templates.ts'

const router = procedures.router({
  accounts: publicAccountRoutes,
  companies: publicCompanyRoutes,
  ideas: publicIdeaRoutes,
  photos: publicPhotoRoutes,
  posts: publicPostRoutes,
  renders: publicRenderRoutes,
  runs: publicRunRoutes,
  slideshows: publicSlideshowRoutes,
  templates: publicTemplateRoutes,
})

/** Runs an endpoint within its key's scopes, and each write once. A failure is in the context. */
export function createHandler() {
  return new OpenAPIHandler(router, {
    clientInterceptors: [
      async (options) => {
        const { context, procedure, path } = options
        context.route = procedure['~orpc'].route.path
        const { scopes, isWrite } = procedure['~orpc'].meta
        requireScope(context.key, scopes)
        const input = cleanText(options.input)
        const run = () => options.next({ ...options, input })
        return isWrite ? runWrite(context, context.derivedFrom ?? { kind: path.join('.'), input: withoutHeaders(input) }, run) : run()
      },
    ],
    interceptors: [
      async ({ context, next }) => {
        try {
          return await next()
        } catch (thrown) {
          // Errors before the procedure is known come from parsing the request.
          context.failure = context.route === undefined ? new AppError('INVALID_INPUT', { fields: 'body' }) : tableError(thrown)
          throw thrown
        }
      },
    ],
  })
}

/** A retry may differ in headers such as `Prefer`; `If-Match` is part of the request. */
function withoutHeaders(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('headers' in input)) return input
  const { headers, ...rest } = input
  return { ...rest, ifMatch: (headers as Record<string, unknown> | undefined)?.['if-match'] ?? null }
}

function tableError(thrown: unknown): AppError {
  if (!(thrown instanceof ORPCError) || thrown.status !== 400 || !(thrown.cause instanceof ValidationError)) return appError(thrown)
  const { issues } = thrown.cause
  const own = issues.map(({ message }) => codeOfMessage(message)).find((code) => code !== undefined)
  if (own) return new AppError(own)
  const names = issues.map(
    ({ path = [] }) => path.map((part) => (typeof part === 'object' ? String(part.key) : String(part))).join('.') || 'body',
  )
  return new AppError('INVALID_INPUT', { fields: [...new Set(names)].slice(0, 5).join(', ') })
}
