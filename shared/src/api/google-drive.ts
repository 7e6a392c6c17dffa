import { z } from 'zod'

/** Where every action below is posted to. */
export const GOOGLE_DRIVE_FUNCTION = '/functions/google-drive-handler'
/** Endpoint for raw file bodies: base64 in JSON would be a third larger, and held in memory completely. */
export const GOOGLE_DRIVE_FILE = '/functions/google-drive-handler/file'
/** Header with the encrypted access token of a raw file body. */
export const DRIVE_TOKEN_HEADER = 'x-drive-token'
/** Google's redirect target. */
export const GOOGLE_CALLBACK_PATH = '/auth/google/callback'

/** Maximum bytes of a raw file body: half an hour of video. */
export const DRIVE_FILE_MAX = 1024 * 1024 * 1024
/** Largest file in bytes within a JSON body. */
export const DRIVE_JSON_FILE_MAX = 12 * 1024 * 1024
/** Files of one export, and its folder. */
const IDS_MAX = 200
const NAME_MAX = 255

const sealed = z.string().max(4096)
/** Drive ids are word characters; the schema refuses everything else, because ids become part of URLs. */
const driveId = z.string().regex(/^[\w-]{1,128}$/)
const name = z.string().trim().min(1).max(NAME_MAX)
const mimeType = z.string().regex(/^((image|video)\/[\w.+-]{1,60}|application\/(pdf|zip))$/)

/** Body of the function: one action each. Tokens are sealed: only the server that sealed them reads them. */
export const googleDriveBody = z.discriminatedUnion('action', [
  /** Begins a connection; `url` of the reply is Google's consent page. */
  z.object({ action: z.literal('authorize') }),
  /** Ends it with what Google's page sent back. */
  z.object({
    action: z.literal('authenticate'),
    authCode: z.string().max(2048).nullish(),
    state: z.string().max(512).nullish(),
    /** Google's error code, when the user or Google declined. */
    error: z.string().max(200).nullish(),
  }),
  z.object({ action: z.literal('refresh_token'), refreshToken: sealed }),
  /** Asks Drive for the user, which shows whether the token works. */
  z.object({ action: z.literal('test'), accessToken: sealed }),
  /** Ids for new files and folders, so that retries don't create duplicates. */
  z.object({ action: z.literal('generate_ids'), accessToken: sealed, count: z.number().int().min(1).max(IDS_MAX) }),
  z.object({ action: z.literal('create_folder'), accessToken: sealed, folderName: name, folderId: driveId.optional() }),
  z.object({
    action: z.literal('upload'),
    accessToken: sealed,
    /** `content` is base64, at most DRIVE_JSON_FILE_MAX bytes of file. */
    file: z.object({ name, content: z.base64().min(1), mimeType }),
    folderId: driveId,
    fileId: driveId.optional(),
  }),
  /** Ends the grant at Google. */
  z.object({ action: z.literal('disconnect'), accessToken: sealed.nullish(), refreshToken: sealed.nullish() }),
])
export type GoogleDriveBody = z.infer<typeof googleDriveBody>

/** Query of a raw file upload; the body's headers have its type and length. */
export const driveFileQuery = z.object({ name, folderId: driveId, fileId: driveId.optional() })
export const driveFileType = mimeType

export const driveUserSchema = z.object({ email: z.string(), name: z.string(), picture: z.string() })
/** Whose Drive is connected. */
export type DriveUser = z.infer<typeof driveUserSchema>

/** Response of every action. Without `success`, `error` explains. */
export const googleDriveReply = z.object({
  success: z.boolean(),
  error: z.string().optional(),
  details: z.string().optional(),
  /** True when the access token is no longer valid: a refresh helps. */
  needsRefresh: z.boolean().optional(),
  url: z.string().optional(),
  accessToken: z.string().optional(),
  /** Absent when Google returned none: the current one stays valid. */
  refreshToken: z.string().optional(),
  userInfo: driveUserSchema.optional(),
  ids: z.array(z.string()).optional(),
  folderId: z.string().optional(),
  /** Address where the user can see the folder. */
  folderUrl: z.string().optional(),
  fileId: z.string().optional(),
})
export type GoogleDriveReply = z.infer<typeof googleDriveReply>
