import { traverseContractProcedures } from '@orpc/server'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import type { EndpointMeta } from '@ninesixteen/shared/public-api/base'
import { PUBLIC_API_PREFIX, publicContract } from '@ninesixteen/shared/public-api/contract'

const SECURITY = { key: { type: 'http', scheme: 'bearer', description: 'An API key, which begins with n16_.' } } as const

const text = { type: 'string' } as const
const PROBLEM = {
  type: 'object' as const,
  description: 'An error (RFC 9457). `code` is stable; `title` says what happened, `detail` what to do.',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' as const },
    detail: text,
    code: text,
    request_id: text,
    details: { type: 'object' as const },
    problems: { type: 'array' as const, items: { type: 'object' as const } },
  },
}

const FAILURE = {
  description: 'An error',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
} as const

type Method = 'get' | 'post' | 'put'

let description: Promise<unknown> | undefined

/** The OpenAPI 3.1 description of the public API. */
export function describeApi(publicUrl: string): Promise<unknown> {
  description ??= describe(publicUrl)
  return description
}

async function describe(publicUrl: string): Promise<unknown> {
  const document = await new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(publicContract, {
    info: { title: `${PRODUCT_NAME} API`, version: '1' },
    servers: [{ url: new URL(PUBLIC_API_PREFIX, publicUrl).href }],
    components: { securitySchemes: SECURITY, schemas: { Problem: PROBLEM } },
    security: [{ key: [] }],
  })
  traverseContractProcedures({ router: publicContract, path: [] }, ({ contract }) => {
    const { route, meta } = contract['~orpc']
    const { scopes } = meta as EndpointMeta
    const operation = document.paths?.[route.path ?? '']?.[(route.method ?? 'GET').toLowerCase() as Method]
    if (!operation) return
    operation.description = `Scope: ${scopes.map((scope) => `\`${scope}\``).join(' or ')}`
    operation.responses = { ...operation.responses, default: FAILURE }
  })
  return document
}
