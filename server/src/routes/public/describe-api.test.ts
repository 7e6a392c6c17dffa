import { Validator } from '@seriousme/openapi-schema-validator'
import { traverseContractProcedures } from '@orpc/server'
import { referenceOf, type ApiDescription } from '@ninesixteen/shared/public-api/description'
import { PUBLIC_API_PREFIX, publicContract } from '@ninesixteen/shared/public-api/contract'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { describeApi } from './describe-api.ts'

const publicUrl = 'https://studio.example.com'
let description: ApiDescription
beforeAll(async () => {
  description = JSON.parse(JSON.stringify(await describeApi(publicUrl))) as ApiDescription
})

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

test('the description is valid OpenAPI 3.1, and each of its references leads somewhere', async () => {
  const validator = new Validator()
  expect(await validator.validate({ ...structuredClone(description) })).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  const names = [...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
  expect(new Set(names)).toEqual(new Set(Object.keys(description.components.schemas)))
})

test('every endpoint has a tag, a summary, its scopes and the shape of an error, and every write its Idempotency-Key', () => {
  const tags = description.tags.map(({ name }) => name)
  expect(operations().length).toBeGreaterThan(15)
  for (const { path, method, operation } of operations()) {
    const { parameters = [], responses, summary, description: text } = operation
    const isWrite = method !== 'get' && path !== '/posts/check'
    expect([path, parameters.some(({ name }) => name === 'Idempotency-Key')]).toEqual([path, isWrite])
    expect([path, responses['default'], text]).toEqual([path, expect.anything(), expect.stringMatching(/Scope: `\w+:\w+`/)])
    expect([tags, summary.length]).toEqual([expect.arrayContaining(operation.tags), expect.any(Number)])
  }
})

test('answers that are files name their media types', () => {
  const typesOf = (path: string) => Object.keys(description.paths[path]?.get?.responses['200']?.content ?? {})
  expect(typesOf('/slideshows/{id}/slides/{index}/render')).toEqual(['image/png', 'image/jpeg'])
  expect(typesOf('/renders/{id}/file')).toEqual(['video/mp4', 'application/pdf', 'application/zip'])
})

test('the example of every JSON body is one that its endpoint accepts', () => {
  traverseContractProcedures({ router: publicContract, path: [] }, ({ contract }) => {
    const { route, inputSchema } = contract['~orpc']
    const operation = operations().find(({ path, method }) => path === route.path && method.toUpperCase() === route.method)?.operation
    const schema = operation?.requestBody?.content['application/json']?.schema
    if (!schema) return
    expect(schema.examples, route.path).toHaveLength(1)
    const body = inputSchema instanceof z.ZodObject ? (inputSchema.shape['body'] as z.ZodType) : z.never()
    expect(body.safeParse(schema.examples?.[0]).error, route.path).toBeUndefined()
  })
})

test('the reference shows every endpoint in its group, with a command that calls it', () => {
  const { groups, schemas } = referenceOf(description)
  expect(groups.map(({ name, endpoints }) => [name, endpoints.length > 0])).toEqual(
    ['Companies', 'Ideas', 'Photos', 'Slideshows', 'Templates', 'Renders', 'Runs', 'Accounts', 'Posts'].map((name) => [name, true]),
  )
  const endpoints = groups.flatMap((group) => group.endpoints)
  expect(endpoints).toHaveLength(operations().length)
  expect(endpoints.find(({ id }) => id === 'posts.move')?.curl).toBe(
    [
      `curl -X POST "${publicUrl}${PUBLIC_API_PREFIX}/posts/$ID/move"`,
      '-H "Authorization: Bearer $KEY"',
      '-H "Idempotency-Key: $(openssl rand -hex 16)"',
      `--json '{"scheduled_at":"2027-01-05T09:00:00Z"}'`,
    ].join(' \\\n  '),
  )
  const update = endpoints.find(({ id }) => id === 'slideshows.update')
  expect(update?.parameters.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['id', true],
    ['If-Match', false],
    ['Idempotency-Key', true],
  ])
  expect(update?.body?.fields[1]).toMatchObject({ name: 'slides', type: 'list of Slide', ref: 'Slide', limits: ['1 to 35 entries'] })
  expect(update?.answer).toMatchObject({ status: '200', ref: 'Slideshow' })
  const slide = schemas.find(({ name }) => name === 'Slide')
  expect(slide?.fields.find(({ name }) => name === 'backgroundImage')).toMatchObject({
    type: 'string or null',
    limits: ['3 to 200 characters', 'Default `null`'],
  })
})
