import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { PUBLIC_API_PREFIX, publicContract } from '@ninesixteen/shared/public-api/contract'

const SECURITY = { key: { type: 'http', scheme: 'bearer', description: 'An API key, which begins with n16_.' } } as const

let description: Promise<unknown> | undefined

/** The OpenAPI 3.1 description of the public API. */
export function describeApi(publicUrl: string): Promise<unknown> {
  description ??= new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(publicContract, {
    info: { title: `${PRODUCT_NAME} API`, version: '1' },
    servers: [{ url: new URL(PUBLIC_API_PREFIX, publicUrl).href }],
    components: { securitySchemes: SECURITY },
    security: [{ key: [] }],
  })
  return description
}
