import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { RecordedEnv } from '../kit/recorded.ts'
import { failed, unauthorized } from './responses.ts'
import { viewPath } from './drive-page.ts'
import { FILE_FIELDS, fileJson, userJson } from './files.ts'
import type { DriveFile, Fault, Files, Metadata } from './files.ts'
import type { Grant, Grants } from './grants.ts'
import { DRIVE_FILE } from './scopes.ts'
import { bearerOf } from '../kit/oauth2.ts'

const IDS_MAX = 1000
/** Rejects unknown fields, like the real API. */
const metadataSchema = z
  .object({ id: z.string(), name: z.string().min(1), mimeType: z.string(), parents: z.array(z.string()) })
  .partial()
  .strict()

interface Parts {
  grants: Grants
  files: Files
}

/** Drive v3: about, ids, files and folders. Bytes come by uploads. */
export function serveDrive(app: Hono<RecordedEnv>, { grants, files }: Parts): void {
  app.get('/drive/v3/about', (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const fields = c.req.query('fields')
    if (!fields) {
      const message = "The 'fields' parameter is required for this method."
      return failed('required', { message, location: { name: 'fields', type: 'parameter' } })
    }
    return chosen({ kind: 'drive#about', user: userJson(grant.user) }, fields)
  })

  app.get('/drive/v3/files/generateIds', (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const count = Number(c.req.query('count') ?? 10)
    if (!Number.isInteger(count) || count < 1 || count > IDS_MAX) return failed('invalid', { message: 'Invalid value for count' })
    if ((c.req.query('space') ?? 'drive') !== 'drive' || (c.req.query('type') ?? 'files') !== 'files') return failed('invalid')
    return c.json({ kind: 'drive#generatedIds', space: 'drive', ids: files.generateIds(grant.user, count) })
  })

  app.post('/drive/v3/files', async (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const metadata = await readMetadata(c)
    if (metadata instanceof Response) return metadata
    return shown(c, files.create(metadata, grant, new Uint8Array()))
  })

  app.get('/drive/v3/files/:id', (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    const file = files.find(c.req.param('id'), grant)
    return file ? shown(c, file) : notFound(c.req.param('id'))
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
  const text = await c.req.text()
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

/** The response for a file with the requested fields, or its error. */
export function shown(c: Context, file: DriveFile | Fault): Response {
  if (typeof file === 'string') return failed(file)
  return chosen(fileJson(file, viewOf(c, file)), c.req.query('fields') ?? FILE_FIELDS)
}

/** Selects the requested fields (`a,b`) of a response; rejects unknown ones. */
function chosen(value: Record<string, unknown>, fields: string): Response {
  const names = fields.split(',')
  if (!names.every((name) => name in value)) return failed('invalid', { message: `Invalid field selection ${fields}` })
  return Response.json(Object.fromEntries(names.map((name) => [name, value[name]])))
}

/** Uses the origin of the request. */
function viewOf(c: Context, file: DriveFile): string {
  return new URL(c.req.url).origin + viewPath(file)
}

function notFound(id: string): Response {
  return failed('notFound', { message: `File not found: ${id}.`, location: { name: 'fileId', type: 'parameter' } })
}
