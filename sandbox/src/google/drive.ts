import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { RecordedEnv } from '../recorded.ts'
import { failed, unauthorized } from './answers.ts'
import { viewPath } from './drive-page.ts'
import { selectFields, type Shape } from './fields.ts'
import { ABOUT_SHAPE, FILE_FIELDS, FILE_SHAPE, fileJson, FOLDER, userJson } from './files.ts'
import type { DriveFile, Fault, Files, Metadata } from './files.ts'
import type { Grant, Grants } from './grants.ts'
import { DRIVE_FILE } from './scopes.ts'
import { readQuery } from './search.ts'
import { bearerOf } from './token.ts'

const IDS_MAX = 1000
/** A field that is not known is refused, as the real API does. */
const metadataSchema = z
  .object({ id: z.string(), name: z.string().min(1), mimeType: z.string(), parents: z.array(z.string()) })
  .partial()
  .strict()

const PAGE_SIZE = 100
const PAGE_MAX = 1000
const LIST_SHAPE = { kind: true, incompleteSearch: true, nextPageToken: true, files: FILE_SHAPE } as const
const LIST_FIELDS = `kind,incompleteSearch,nextPageToken,files(${FILE_FIELDS})`

interface Parts {
  grants: Grants
  files: Files
}

/** Drive v3: about, ids, files and folders. Bytes come by uploads. */
export function serveDrive(app: Hono<RecordedEnv>, { grants, files, limits }: Parts & { limits: { quotaBytes: number } }): void {
  app.get('/drive/v3/about', (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const fields = c.req.query('fields')
    if (!fields) {
      const message = "The 'fields' parameter is required for this method."
      return failed('required', { message, location: { name: 'fields', type: 'parameter' } })
    }
    const usage = String(files.used(grant.person))
    const storageQuota = { limit: String(limits.quotaBytes), usage, usageInDrive: usage, usageInDriveTrash: '0' }
    return chosen({ kind: 'drive#about', user: userJson(grant.person), storageQuota }, ABOUT_SHAPE, fields)
  })

  app.get('/drive/v3/files/generateIds', (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const count = Number(c.req.query('count') ?? 10)
    if (!Number.isInteger(count) || count < 1 || count > IDS_MAX) return failed('invalid', { message: 'Invalid value for count' })
    if ((c.req.query('space') ?? 'drive') !== 'drive' || (c.req.query('type') ?? 'files') !== 'files') return failed('invalid')
    return c.json({ kind: 'drive#generatedIds', space: 'drive', ids: files.generateIds(grant.person, count) })
  })

  app.get('/drive/v3/files', (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const matches = readQuery(c.req.query('q') ?? '')
    const size = Number(c.req.query('pageSize') ?? PAGE_SIZE)
    const from = Number(c.req.query('pageToken') ?? 0)
    if (!matches || !Number.isInteger(size) || size < 1 || size > PAGE_MAX || !Number.isInteger(from) || from < 0) return failed('invalid')
    const found = files.list(grant).filter(matches)
    const body = {
      kind: 'drive#fileList',
      incompleteSearch: false,
      files: found.slice(from, from + size).map((file) => fileJson(file, viewOf(c, file))),
      ...(found.length > from + size && { nextPageToken: String(from + size) }),
    }
    return chosen(body, LIST_SHAPE, c.req.query('fields') ?? LIST_FIELDS)
  })

  app.post('/drive/v3/files', async (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const metadata = await readMetadata(c)
    if (metadata instanceof Response) return metadata
    return shown(c, files.create(metadata, grant, new Uint8Array()))
  })

  serveOne(app, { grants, files })
}

function serveOne(app: Hono<RecordedEnv>, { grants, files }: Parts): void {
  app.get('/drive/v3/files/:id', (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const file = files.find(c.req.param('id'), grant)
    if (!file) return notFound(c.req.param('id'))
    if (c.req.query('alt') !== 'media') return shown(c, file)
    if (file.mimeType === FOLDER) return failed('badRequest', { status: 403, message: 'Only files with binary content can be downloaded.' })
    return c.body(new Uint8Array(file.bytes), 200, { 'content-type': file.mimeType })
  })

  app.delete('/drive/v3/files/:id', (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const file = files.find(c.req.param('id'), grant)
    if (!file) return notFound(c.req.param('id'))
    files.remove(file.id)
    return c.body(null, 204)
  })
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
  return chosen(fileJson(made, viewOf(c, made)), FILE_SHAPE, c.req.query('fields') ?? FILE_FIELDS)
}

function chosen(value: object, shape: Shape, fields: string): Response {
  const selected = selectFields(value, shape, fields)
  return selected ? Response.json(selected) : failed('invalid', { message: `Invalid field selection ${fields}` })
}

/** Under the origin the sandbox was asked at. */
function viewOf(c: Context, file: DriveFile): string {
  return new URL(c.req.url).origin + viewPath(file)
}

function notFound(id: string): Response {
  return failed('notFound', { message: `File not found: ${id}.`, location: { name: 'fileId', type: 'parameter' } })
}
