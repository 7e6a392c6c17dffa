import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Control } from '../kit/control.ts'
import { type HttpFault, httpFaultSchema, type UploadFault, uploadFaultSchema } from '../kit/faults.ts'
import { controlClients, createClients } from '../kit/oauth-clients.ts'
import { recorded, type RecordedEnv } from '../kit/recorded.ts'
import { failed, refusedByFault } from './responses.ts'
import { serveAuthorize } from './authorize.ts'
import { serveDrive } from './drive.ts'
import { serveDrivePages } from './drive-page.ts'
import { createFiles, type Files, QUOTA_BYTES } from './files.ts'
import { ACCESS_SECONDS, createGoogleGrants, USERS } from './grants.ts'
import { serveTokens } from './token.ts'
import { serveUploads } from './uploads.ts'

export interface GoogleSettings {
  control: Control
  /** Addresses of products that do not run on this machine. */
  productUrls: readonly string[]
}

const settingsSchema = z
  .object({ accessSeconds: z.number().int().positive(), quotaBytes: z.number().int().min(0) })
  .partial()
  .strict()

const API_PATHS = ['/drive/v3/*', '/upload/drive/v3/*'] as const

function isUploadFault(fault: HttpFault | UploadFault): fault is UploadFault {
  return fault.kind === 'cut-upload' || fault.kind === 'half-stored' || fault.kind === 'session-gone'
}

/** Google's OAuth 2 and Drive v3 as their documents describe them, under `/google`; the APIs also for programs that know a host and no path before it. */
export function createGoogle({ control, productUrls }: GoogleSettings) {
  const { clock } = control
  const client = { key: 'sandbox-google-client', secret: 'sandbox-google-secret' }
  const clients = createClients({ ...client, callbackPath: '/auth/google/callback', productUrls })
  const limits = { accessSeconds: ACCESS_SECONDS, quotaBytes: QUOTA_BYTES }
  const grants = createGoogleGrants(clock, limits)
  const files = createFiles(clock, limits)
  const queue = control.faults('google', z.union([httpFaultSchema, uploadFaultSchema]))
  const faults = {
    take(isMeant: (fault: HttpFault) => boolean = () => true) {
      const fault = queue.take((next) => !isUploadFault(next) && isMeant(next))
      return fault && !isUploadFault(fault) ? fault : undefined
    },
  }
  const takeFault = (isMeant: (fault: UploadFault) => boolean) => {
    const fault = queue.take((next) => isUploadFault(next) && isMeant(next))
    return fault && isUploadFault(fault) ? fault : undefined
  }

  const app = new Hono<RecordedEnv>()
  serveDrivePages(app, files)
  const record = recorded({ control, provider: 'google', faults, refuse: refusedByFault })
  app.use(record)
  serveAuthorize(app, { clients, grants })
  serveTokens(app, { clients, grants, lives: limits, clock })
  const api = new Hono<RecordedEnv>()
  serveDrive(api, { grants, files })
  const uploads = serveUploads(api, { grants, files, clock, takeFault })
  app.route('/api', api)
  app.all('*', () => failed('notFound', { message: 'Not Found' }))
  const atRoot = new Hono<RecordedEnv>()
  for (const path of API_PATHS) atRoot.use(path, record)
  atRoot.route('/', api)

  controlClients(control.app, 'google', clients)
  controlFiles(control.app, files)
  control.app.get('/_control/google/tokens', (c) => c.json({ tokens: grants.tokens() }))
  control.app.post('/_control/google/revoke', async (c) => {
    const { account } = z.object({ account: z.string() }).parse(await c.req.json())
    const user = USERS.find(({ email }) => email === account)
    return user ? c.json({ revoked: grants.revoke(user) }) : c.json({ error: `No account ${account}` }, 404)
  })
  control.app.patch('/_control/google', async (c) => {
    const body = settingsSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    return c.json(Object.assign(limits, body.data))
  })
  control.onReset(() => {
    Object.assign(limits, { accessSeconds: ACCESS_SECONDS, quotaBytes: QUOTA_BYTES })
    clients.reset()
    grants.reset()
    files.reset()
    uploads.reset()
  })
  return { app, atRoot }
}

/** The uploaded bytes, for tests to compare. */
function controlFiles(app: Hono, files: Files): void {
  app.get('/_control/google/files', (c) =>
    c.json({
      files: files.all().map(({ bytes, owner, clientKey: _clientKey, ...file }) => ({
        ...file,
        account: owner.email,
        size: bytes.byteLength,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      })),
    }),
  )
  app.get('/_control/google/files/:id', (c) => {
    const file = files.byId(c.req.param('id'))
    if (!file) return c.json({ error: 'No such file' }, 404)
    return c.body(new Uint8Array(file.bytes), 200, { 'content-type': file.mimeType })
  })
}
