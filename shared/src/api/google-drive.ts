import { z } from 'zod'

/** Where every action below is posted to. */
export const GOOGLE_DRIVE_FUNCTION = '/functions/google-drive-handler'
/** Where a file is posted to as it is: base64 in JSON would be a third larger, and would have to be held in memory whole. */
export const GOOGLE_DRIVE_FILE = '/functions/google-drive-handler/file'
/** Carries the sealed access token of a file that is posted as it is. */
export const DRIVE_TOKEN_HEADER = 'x-drive-token'
/** Where Google sends people back to. */
export const GOOGLE_CALLBACK_PATH = '/auth/google/callback'

/** Largest file in bytes that is taken as it is: half an hour of video. */
export const DRIVE_FILE_MAX = 1024 * 1024 * 1024
/** Largest file in bytes within a JSON body. */
export const DRIVE_JSON_FILE_MAX = 12 * 1024 * 1024
/** Files of one export, and its folder. */
const IDS_MAX = 200
const NAME_MAX = 255

const sealed = z.string().max(4096)
/** Ids of Drive are words; whatever else comes would end up in an address. */
const driveId = z.string().regex(/^[\w-]{1,128}$/)
const name = z.string().trim().min(1).max(NAME_MAX)
const mimeType = z.string().regex(/^(image|video)\/[\w.+-]{1,60}$/)

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
  /** Ids for files and folders to come, so that each is made once however often it is tried. */
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

/** Query of a file that is posted as it is; its type and length are the headers of the body. */
export const driveFileQuery = z.object({ name, folderId: driveId, fileId: driveId.optional() })
export const driveFileType = mimeType

export const driveUserSchema = z.object({ email: z.string(), name: z.string(), picture: z.string() })
/** Whose Drive is connected. */
export type DriveUser = z.infer<typeof driveUserSchema>

/** Reply of every action. Without `success`, `error` says in words what went wrong. */
export const googleDriveReply = z.object({
  success: z.boolean(),
  error: z.string().optional(),
  details: z.string().optional(),
  /** True when the access token is no longer taken: a refresh helps. */
  needsRefresh: z.boolean().optional(),
  url: z.string().optional(),
  accessToken: z.string().optional(),
  /** Absent where Google gave none: the one in hand stays good. */
  refreshToken: z.string().optional(),
  userInfo: driveUserSchema.optional(),
  ids: z.array(z.string()).optional(),
  folderId: z.string().optional(),
  /** Address where the user can see the folder. */
  folderUrl: z.string().optional(),
  fileId: z.string().optional(),
})
export type GoogleDriveReply = z.infer<typeof googleDriveReply>
