import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { RecordedEnv } from '../recorded.ts'
import { failed, unauthorized } from './answers.ts'
import { viewPath } from './drive-page.ts'
import { FOLDER, selectFields, type DriveFile, type Fault, type Files, type Metadata } from './files.ts'
import type { Grant, Grants } from './grants.ts'
import { DRIVE_FILE } from './scopes.ts'
import { bearerOf } from './token.ts'

const IDS_MAX = 1000
/** A field that is not known is refused, as the real API does. */
const metadataSchema = z
  .object({ id: z.string(), name: z.string().min(1), mimeType: z.string(), parents: z.array(z.string()) })
  .partial()
  .strict()

/** Drive v3: about, ids, files and folders. Bytes come by uploads. */
export function serveDrive(app: Hono<RecordedEnv>, { grants, files }: { grants: Grants; files: Files }): void {
  app.get('/api/drive/v3/about', (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const fields = c.req.query('fields')
    if (!fields) {
      const message = "The 'fields' parameter is required for this method."
      return failed('required', { message, location: { name: 'fields', type: 'parameter' } })
    }
    if (fields !== 'user' && fields !== '*') return failed('invalid', { message: `Invalid field selection ${fields}` })
    return c.json({ user: userOf(grant) })
  })

  app.get('/api/drive/v3/files/generateIds', (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const count = Number(c.req.query('count') ?? 10)
    if (!Number.isInteger(count) || count < 1 || count > IDS_MAX) return failed('invalid', { message: 'Invalid value for count' })
    if ((c.req.query('space') ?? 'drive') !== 'drive' || (c.req.query('type') ?? 'files') !== 'files') return failed('invalid')
    return c.json({ kind: 'drive#generatedIds', space: 'drive', ids: files.generateIds(grant.person, count) })
  })

  app.get('/api/drive/v3/files', (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const matches = readQuery(c.req.query('q') ?? '')
    const fields = /^files\((.+)\)$/.exec(c.req.query('fields') ?? 'files(kind,id,name,mimeType)')?.[1]
    if (!matches || fields === undefined) return failed('invalid')
    const found = files.list(grant).filter(matches)
    const listed = found.map((file) => selectFields(file, { fields, view: viewOf(c, file) }))
    return listed.includes(null) ? failed('invalid', { message: `Invalid field selection ${fields}` }) : c.json({ files: listed })
  })

  app.post('/api/drive/v3/files', async (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const metadata = await readMetadata(c)
    if (metadata instanceof Response) return metadata
    return shown(c, files.create(metadata, grant, new Uint8Array()))
  })

  serveOne(app, { grants, files })
}

function serveOne(app: Hono<RecordedEnv>, { grants, files }: { grants: Grants; files: Files }): void {
  app.get('/api/drive/v3/files/:id', (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const file = files.find(c.req.param('id'), grant)
    if (!file) return notFound(c.req.param('id'))
    if (c.req.query('alt') !== 'media') return shown(c, file)
    if (file.mimeType === FOLDER) return failed('badRequest', { status: 403, message: 'Only files with binary content can be downloaded.' })
    return c.body(new Uint8Array(file.bytes), 200, { 'content-type': file.mimeType })
  })

  app.delete('/api/drive/v3/files/:id', (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const file = files.find(c.req.param('id'), grant)
    if (!file) return notFound(c.req.param('id'))
    files.remove(file.id)
    return c.body(null, 204)
  })
}

function userOf({ person }: Grant) {
  const permissionId = person.id.slice(-4)
  return { kind: 'drive#user', displayName: person.name, me: true, permissionId, emailAddress: person.email }
}

/** Whose Drive a request may touch, or why it may not. */
export function driveGrant(c: Context, grants: Grants): Grant | Response {
  const grant = grants.grantOf(bearerOf(c))
  if (!grant) return unauthorized()
  return grant.scopes.includes(DRIVE_FILE) ? grant : failed('insufficientPermissions')
}

export async function readMetadata(c: Context): Promise<Metadata | Response> {
  if (!/^application\/json\s*(;\s*charset=utf-8)?$/i.test(c.req.header('content-type') ?? '')) return failed('badRequest')
  return parseMetadata(await c.req.text())
}

export function parseMetadata(text: string): Metadata | Response {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return failed('parseError')
  }
  const parsed = metadataSchema.safeParse(body)
  return parsed.success ? parsed.data : failed('badRequest', { message: `Invalid JSON payload received. ${z.prettifyError(parsed.error)}` })
}

/** A file as the answer, in the fields that were asked for; or why there is none. */
export function shown(c: Context, made: DriveFile | Fault): Response {
  if (typeof made === 'string') return failed(made)
  const fields = c.req.query('fields')
  const resource = selectFields(made, { fields, view: viewOf(c, made) })
  return resource ? Response.json(resource) : failed('invalid', { message: `Invalid field selection ${fields}` })
}

/** Under the origin the sandbox was asked at. */
function viewOf(c: Context, file: DriveFile): string {
  return new URL(c.req.url).origin + viewPath(file)
}

function notFound(id: string): Response {
  return failed('notFound', { message: `File not found: ${id}.`, location: { name: 'fileId', type: 'parameter' } })
}

const TERMS: readonly [RegExp, (value: string) => (file: DriveFile) => boolean][] = [
  [/^mimeType\s*=\s*'(.+)'$/, (value) => (file) => file.mimeType === value],
  [/^name\s*=\s*'(.+)'$/, (value) => (file) => file.name === value],
  [/^'(.+)' in parents$/, (value) => (file) => file.parents.includes(value)],
  [/^trashed\s*=\s*(false)$/, () => () => true],
]

/** The part of the search language that is spoken here: equal names and types, parents, and not trashed, joined by `and`. */
function readQuery(query: string): ((file: DriveFile) => boolean) | null {
  const tests: ((file: DriveFile) => boolean)[] = []
  for (const term of query.split(' and ').filter(Boolean)) {
    const known = TERMS.find(([pattern]) => pattern.test(term.trim()))
    if (!known) return null
    const [, value = ''] = known[0].exec(term.trim()) ?? []
    tests.push(known[1](value.replaceAll(/\\(['\\])/g, '$1')))
  }
  return (file) => tests.every((test) => test(file))
}
