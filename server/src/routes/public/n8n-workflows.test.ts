import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { traverseContractProcedures } from '@orpc/server'
import { publicContract } from '@ninesixteen/shared/public-api/contract'
import { describe, expect, test } from 'vitest'
import { createWebhookSecret, signWebhook } from '../../webhooks/sign.ts'

interface Node {
  name: string
  type: string
  parameters: { method?: string; url?: string; jsCode?: string; headerParameters?: { parameters: { name: string; value: string }[] } }
}

interface Workflow {
  nodes: Node[]
  connections: Record<string, { main: { node: string }[][] }>
}

const workflow = async (name: string) =>
  JSON.parse(await readFile(join(import.meta.dirname, '../../../../docs/examples', name), 'utf8')) as Workflow

describe.each(['n8n-draft.json', 'n8n-post-failed.json'])('the workflow %s', (file) => {
  test('connects nodes that exist, and calls endpoints that exist, each write with a key of its own', async () => {
    const { nodes, connections } = await workflow(file)
    const names = nodes.map(({ name }) => name)
    const ends = Object.entries(connections).flatMap(([from, { main }]) => [from, ...main.flat().map(({ node }) => node)])
    expect(new Set(ends)).toEqual(new Set(names))

    const endpoints = new Map<string, boolean>()
    traverseContractProcedures({ router: publicContract, path: [] }, ({ contract }) => {
      const { route, meta } = contract['~orpc']
      endpoints.set(`${route.method} ${route.path}`, 'isWrite' in meta && meta['isWrite'] === true)
    })
    const keys: string[] = []
    for (const { name, parameters } of nodes.filter(({ type }) => type === 'n8n-nodes-base.httpRequest')) {
      const path = (parameters.url ?? '').replace("={{ $('Settings').item.json.api }}", '').replaceAll(/\{\{.*?\}\}/g, '{id}')
      const isWrite = endpoints.get(`${parameters.method} ${path}`)
      const key = parameters.headerParameters?.parameters.find((header) => header.name === 'Idempotency-Key')?.value
      expect([name, isWrite, key !== undefined]).toEqual([name, expect.any(Boolean), isWrite])
      if (key !== undefined) keys.push(key)
    }
    for (const key of keys) expect(key).toMatch(/^=\{\{ \$execution\.id \}\}-\w+-\{\{ \$itemIndex \}\}$/)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

test('the workflow for failed posts accepts what we signed, and nothing else', async () => {
  const code = (await workflow('n8n-post-failed.json')).nodes.find(({ name }) => name === 'Verify')?.parameters.jsCode
  const [secret, other] = [createWebhookSecret(), createWebhookSecret()]
  const [id, now] = ['msg_1', Math.floor(Date.now() / 1000)]
  const body = JSON.stringify({ type: 'post.failed', data: { caption: 'Größe' } })
  const verify = async (secrets: string[], { timestamp = now, arrived = body } = {}) => {
    const signature = signWebhook(secrets, { id, timestamp, body })
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
    const globals = { $input: { first: () => ({ json: { headers, secret } }) }, Buffer, require: process.getBuiltinModule }
    const helpers = { getBinaryDataBuffer: () => Promise.resolve(Buffer.from(arrived)) }
    const verifying = runInNewContext(`(async function () { ${code} })`, globals) as () => Promise<[{ json: unknown }]>
    const [{ json }] = await verifying.call({ helpers })
    return json
  }
  const refused = { id, isSigned: false, event: null }
  expect(await verify([secret])).toEqual({ id, isSigned: true, event: JSON.parse(body) })
  expect(await verify([other, secret])).toMatchObject({ isSigned: true })
  expect(await verify([other])).toEqual(refused)
  expect(await verify([secret], { arrived: `${body} ` })).toEqual(refused)
  expect(await verify([secret], { timestamp: now - 400 })).toEqual(refused)
})
