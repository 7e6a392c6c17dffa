import { traverseContractProcedures } from '@orpc/server'
import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import type { EndpointMeta } from '@ninesixteen/shared/public-api/base'
import { PUBLIC_API_PREFIX, publicContract, publicSchemas } from '@ninesixteen/shared/public-api/contract'
import type { ApiDescription, Method } from '@ninesixteen/shared/public-api/description'

const INTRODUCTION = `Upload photos, create and generate slideshows, render slides, and plan posts.

Create a key under Settings, Profile, API keys, and send it with every request: \`Authorization: Bearer n16_...\`. A key only does what its scopes allow.

Send a new \`Idempotency-Key\` with every write, and the same one with every retry: a retry within 24 hours gets the first answer, and nothing is done twice. The same key with another body is a 422.

Lists answer \`next\`. Send it as \`after\` for the next page. A key may send 120 requests a minute; the \`RateLimit-*\` headers say how many are left.`

/** The groups of endpoints, in the order in which a program usually needs them. */
const TAGS: Readonly<Record<keyof typeof publicContract, string>> = {
  companies: 'Slideshows, photos and posts can belong to a company. A key can be limited to one.',
  ideas: 'Topics that were found for a company.',
  photos: 'The photo library. Slides name a photo by its `path`.',
  slideshows: 'Slides are data: texts, shapes and a photo, in units of a slide that is 256 wide and 455 high.',
  templates: 'Layouts of the user, whose slots a generation fills.',
  renders: 'Whole slideshows as files: videos, PDFs, and images in a ZIP.',
  runs: 'Long work such as renders: its progress, its result, and why it failed.',
  accounts: 'The connected accounts that posts can go to.',
  posts: 'A slideshow for one account: a draft, or scheduled for a time.',
}

const SECURITY = {
  key: { type: 'http', scheme: 'bearer', description: 'An API key, which begins with `n16_`, or the access token of a connected app.' },
} as const

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
  examples: [
    {
      type: 'urn:ninesixteen:error:API_KEY_SCOPE',
      title: 'This API key lacks the scope posts:schedule.',
      status: 403,
      detail: 'Create a key with this scope under Settings, Profile, API keys.',
      code: 'API_KEY_SCOPE',
      request_id: '0f3c9a1b5d7e2468ace0',
    },
  ],
}

const FAILURE = {
  description: 'An error',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
} as const

const descriptions = new Map<string, Promise<ApiDescription>>()

/** The OpenAPI 3.1 description of the public API. */
export function describeApi(publicUrl: string): Promise<ApiDescription> {
  const known = descriptions.get(publicUrl) ?? describe(publicUrl)
  descriptions.set(publicUrl, known)
  return known
}

async function describe(publicUrl: string): Promise<ApiDescription> {
  const document = await new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(publicContract, {
    info: { title: `${PRODUCT_NAME} API`, version: '1', description: INTRODUCTION },
    servers: [{ url: new URL(PUBLIC_API_PREFIX, publicUrl).href }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    components: { securitySchemes: SECURITY, schemas: { Problem: PROBLEM } },
    commonSchemas: Object.fromEntries(Object.entries(publicSchemas).map(([name, schema]) => [name, { schema }])),
  })
  traverseContractProcedures({ router: publicContract, path: [] }, ({ contract, path }) => {
    const { route, meta } = contract['~orpc']
    const { scopes } = meta as EndpointMeta
    const operation = document.paths?.[route.path ?? '']?.[(route.method ?? 'GET').toLowerCase() as Method]
    if (!operation) return
    const needed = `Scope: ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.`
    operation.tags = path.slice(0, 1)
    operation.description = operation.description === undefined ? needed : `${operation.description}\n\n${needed}`
    operation.security = scopes.map((scope) => ({ key: [scope] }))
    operation.responses = { ...operation.responses, default: FAILURE }
  })
  return document as ApiDescription
}
