import type { Context, Hono } from 'hono'
import {
  DRIVE_JSON_FILE_MAX,
  GOOGLE_CALLBACK_PATH,
  GOOGLE_DRIVE_FUNCTION,
  googleDriveBody,
  type GoogleDriveBody,
  type GoogleDriveReply,
} from '@ninesixteen/shared/api/google-drive'
import { AppError } from '@ninesixteen/shared/errors'
import { publicOrigins } from '../../config/allowed-hosts.ts'
import { requirePro } from '../../http/session/session.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/bodies/read-body.ts'
import type { Services } from '../services.ts'
import { registerDriveFile } from './google-drive-file.ts'
import { driveWork, driveReply, type DriveWork } from './google-drive-reply.ts'

/** The specification's function "google-drive-handler". */
export function registerGoogleDriveFunction(app: Hono<AppEnv>, services: Services): void {
  app.post(GOOGLE_DRIVE_FUNCTION, async (c) => {
    const user = await requirePro(c, services)
    const body = await readJson(c, googleDriveBody)
    return driveReply(c, services, async () => act(c, body, { work: await driveWork(services, user), services }))
  })
  registerDriveFile(app, services)
}

async function act(
  c: Context<AppEnv>,
  body: GoogleDriveBody,
  { work, services }: { work: DriveWork; services: Services },
): Promise<GoogleDriveReply> {
  const { google, connection, user } = work
  const session = { userId: user.id, sessionId: user.sessionId }
  switch (body.action) {
    case 'authorize':
      return { success: true, url: await connection.authorize(session, redirectUri(c, services.config.publicUrl)) }
    case 'authenticate':
      return connection.authenticate(session, body)
    case 'refresh_token':
      return connection.refresh(user.id, body.refreshToken)
    case 'disconnect':
      await connection.disconnect(user.id, { access: body.accessToken ?? null, refresh: body.refreshToken ?? null })
      return { success: true }
    case 'test': {
      const { email, name } = await google.drive.about(connection.accessToken(user.id, body.accessToken))
      return { success: true, userInfo: { email, name, picture: '' } }
    }
    case 'generate_ids':
      return { success: true, ids: await google.drive.generateIds(connection.accessToken(user.id, body.accessToken), body.count) }
    case 'create_folder': {
      const token = connection.accessToken(user.id, body.accessToken)
      const folder = await google.drive.createFolder(token, { name: body.folderName, id: body.folderId })
      return { success: true, folderId: folder.id, ...(folder.link !== null && { folderUrl: folder.link }) }
    }
    case 'upload':
      return { success: true, fileId: await uploadContent(c, body, work) }
    default:
      return body satisfies never
  }
}

function uploadContent(
  c: Context<AppEnv>,
  { accessToken, file, folderId, fileId }: Extract<GoogleDriveBody, { action: 'upload' }>,
  { google, connection, user }: DriveWork,
): Promise<string> {
  const bytes = Buffer.from(file.content, 'base64')
  if (bytes.byteLength > DRIVE_JSON_FILE_MAX) throw new AppError('BODY_TOO_LARGE', { limit: `${DRIVE_JSON_FILE_MAX / 1024 / 1024} MB` })
  const { name, mimeType } = file
  const upload = { name, mimeType, folderId, fileId, size: bytes.byteLength, source: once(bytes), signal: c.req.raw.signal }
  return google.drive.upload(connection.accessToken(user.id, accessToken), upload)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Google compares it byte by byte: one of the operator's own origins, and locally the host name in use. */
function redirectUri(c: Context<AppEnv>, publicUrl: string): string {
  const origin = c.req.header('origin') ?? ''
  return (publicOrigins(publicUrl).includes(origin) ? origin : publicUrl) + GOOGLE_CALLBACK_PATH
}
