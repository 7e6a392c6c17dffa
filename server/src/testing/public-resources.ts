import { randomUUID } from 'node:crypto'
import { defaultSlots } from '@ninesixteen/shared/slideshow-templates/slots'
import type { Agent } from './agent.ts'
import { buildApiKey, type ApiCaller } from './api-caller.ts'
import { buildSlide, photo, type TestApp, type TestUser } from './app.ts'
import { referencesIn, sampleOf, type FieldPath, type JsonSchema, type PublicEndpoint } from './public-contract.ts'
import { plantRender } from './route-matrix/owned.ts'
import { connectAccount, REQUIRED_OPTIONS } from './scheduler.ts'

/** Ids and paths of one user, by the kind of thing that a field can name. */
export interface TestResources {
  company: string
  account: string
  slideshow: string
  template: string
  post: string
  render: string
  /** Storage path of a photo. */
  file: string
}

/** The kind of thing that a field of a path, or of a tool, names. Add a line for a field with a new name. */
export function resourceOf(of: string, field: FieldPath): keyof TestResources {
  const name = field.at(-1) ?? ''
  if (/^(backgroundImage|logoImage|imageUrl)$/.test(name)) return 'file'
  if (name === 'id' && /^\/(renders|runs)\/|_(render|run)$/.test(of)) return 'render'
  if (name === 'after' || name === 'id') return /post/.test(of) ? 'post' : 'slideshow'
  const [kind] = /^(company|account|slideshow|template|post)(?=_id$)/.exec(name) ?? []
  if (kind === undefined) throw new Error(`What does ${field.join('.')} of ${of} name? Say so here, so that it is attacked.`)
  return kind as keyof TestResources
}

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const isFileUpload = ({ name }: PublicEndpoint): boolean => name === 'photos.upload'

/** An answer as text, whatever its type. */
export type Sent = [status: number, text: string]

interface RequestInput {
  mine: TestResources
  /** The field that gets `value`. */
  target?: FieldPath
  value?: unknown
}

/** A valid input with what belongs to `mine`, but for the field at `target`. */
function inputFor(of: string, schema: JsonSchema, { mine, target = [], value }: RequestInput): Record<string, unknown> {
  const kinds = new Map(referencesIn(schema).map((field) => [field.join('.'), resourceOf(of, field)]))
  const fill = (at: FieldPath): unknown => {
    const [path, name] = [at.join('.'), at.at(-1) ?? '']
    if (target.length > 0 && path === target.join('.')) return value
    if (name === 'if-match' || name === 'etag') return '"1"'
    if (name === 'idempotency_key') return randomUUID()
    // A photo of one pixel.
    if (name === 'data') return PIXEL
    if (name === 'options') return REQUIRED_OPTIONS.tumblr
    const kind = kinds.get(path)
    return kind !== undefined && /^(id|slideshow_id|account_id)$/.test(name) ? mine[kind] : undefined
  }
  return sampleOf(schema, { target, fill }) as Record<string, unknown>
}

/** Calls an endpoint with what belongs to `mine`, but for the field at `target`. */
export async function callWith(key: ApiCaller, endpoint: PublicEndpoint, input: RequestInput): Promise<Sent> {
  const {
    params = {},
    query = {},
    headers = {},
    body,
  } = inputFor(endpoint.path, endpoint.input, input) as Record<string, Record<string, string>>
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(query)
  const sent = isFileUpload(endpoint) ? await photo() : body
  const answer = await key.fetch(endpoint.method, `${path}?${search.toString()}`, { headers, ...(sent !== undefined && { body: sent }) })
  return [answer.status, Buffer.from(await answer.arrayBuffer()).toString('latin1')]
}

/** A tool as an agent lists it. */
export interface ListedTool {
  name: string
  inputSchema: JsonSchema
}

/** The same by a tool; answers what it said, and whether it is an error. */
export async function callToolWith(
  agent: Agent,
  { name, inputSchema }: ListedTool,
  input: RequestInput,
): Promise<[isError: boolean, text: string]> {
  try {
    const { isError = false, content } = await agent.call(name, inputFor(name, inputSchema, input))
    return [isError, content.map(({ text = '' }) => text).join('\n')]
  } catch (error) {
    return [true, String(error)]
  }
}

/** A company with one of each, and with `name` in its texts. */
export async function buildResources(app: TestApp, user: TestUser, name: string): Promise<TestResources> {
  const { id: company } = await user.buildCompany(`${name}-company`)
  const key = await buildApiKey(user, { companyId: company })
  await connectAccount(app, user, { platform: 'tumblr' })
  const { body: connected } = await key.call<{ accounts: { id: string }[] }>('GET', '/accounts')
  const account = connected.accounts.at(-1)?.id ?? ''
  const { body: uploaded } = await key.call<{ photo: { path: string } }>('POST', `/photos?filename=${name}.jpg`, {
    body: await photo(40, 30),
  })
  const file = uploaded.photo.path
  const slides = [buildSlide(`${name}-slide`, { backgroundImage: file })]
  const { body: slideshow } = await key.call<{ id: string }>('POST', '/slideshows', { body: { title: `${name}-title`, slides } })
  const template = { name: `${name}-template`, companyId: company, contentType: 'custom', slides, slots: defaultSlots(slides) }
  const { id: templateId } = await user.api<{ id: string }>('POST', '/slideshow-templates', template)
  const targets = [{ account_id: account, options: REQUIRED_OPTIONS.tumblr }]
  const response = await key.call<{ posts: { id: string }[] }>('POST', '/posts', {
    body: { slideshow_id: slideshow.id, targets, caption: `${name}-caption` },
  })
  await user.api('DELETE', `/api-keys/${key.id}`)
  const { render } = await plantRender(app, user, { projectId: slideshow.id, companyId: company, name })
  return { company, account, slideshow: slideshow.id, template: templateId, post: response.body.posts[0]?.id ?? '', render, file }
}
