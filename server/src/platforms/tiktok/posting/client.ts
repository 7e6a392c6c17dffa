import { TIKTOK_AUDIENCES, type TiktokAudience } from '@ninesixteen/shared/publishing/tiktok-options'
import { z } from 'zod'
import { postingCall, type CallLimits } from '../../posting-call.ts'
import type { PostingFetches } from '../../posting-fetches.ts'
import { readEnvelope } from '../response.ts'
import type { TiktokSettings } from '../settings.ts'
import { planChunks, type Chunk } from './chunks.ts'
import { createChunkUpload, type ChunkResult, type ChunkUpload } from './upload.ts'

const creatorSchema = z.object({
  creator_nickname: z.string().default(''),
  creator_username: z.string().default(''),
  creator_avatar_url: z.string().nullish(),
  privacy_level_options: z.array(z.string()),
  comment_disabled: z.boolean().default(false),
  duet_disabled: z.boolean().default(false),
  stitch_disabled: z.boolean().default(false),
  max_video_post_duration_sec: z.number().positive(),
})

/** The account and its choices. TikTok requires a query whenever the form opens and before each post. */
export interface CreatorInfo {
  nickname: string
  username: string
  /** Expires after two hours. */
  avatarUrl: string | null
  audiences: TiktokAudience[]
  commentDisabled: boolean
  duetDisabled: boolean
  stitchDisabled: boolean
  maxVideoSeconds: number
}

interface Disclosure {
  privacyLevel: TiktokAudience
  disableComment: boolean
  /** Paid partnership. */
  brandContent: boolean
  /** The user's own business. */
  brandOrganic: boolean
  isAigc: boolean
}

export interface PhotoPostRequest extends Disclosure {
  title: string
  description: string
  autoAddMusic: boolean
  coverIndex: number
  /** URLs of the photos, in the order of the slides. */
  urls: readonly string[]
}

export interface VideoPostRequest extends Disclosure {
  title: string
  disableDuet: boolean
  disableStitch: boolean
  /** Time of the cover frame, in milliseconds. */
  coverMs: number
  videoBytes: number
}

export interface StartedVideo {
  publishId: string
  /** Expires after an hour. */
  uploadUrl: string
  chunks: Chunk[]
}

const publishId = z.string().min(1).max(200)
const photoSchema = z.object({ publish_id: publishId })
const videoSchema = z.object({ publish_id: publishId, upload_url: z.string().min(1) })
const count = z.number().int().min(0).catch(0)

const statusSchema = z.object({
  status: z.string().min(1),
  fail_reason: z.string().default(''),
  // The platform's own spelling. 64-bit numbers, which arrive as strings of digits when they are too large.
  publicaly_available_post_id: z
    .array(z.union([z.number().int(), z.string().regex(/^\d+$/)]).transform(String))
    .nullish()
    .transform((ids) => ids ?? []),
  uploaded_bytes: count,
  downloaded_bytes: count,
})

/** Final states; any other is still processing. `inbox`: the user finishes it in the app. */
const ENDS: Readonly<Record<string, 'inbox' | 'published' | 'failed'>> = {
  SEND_TO_USER_INBOX: 'inbox',
  PUBLISH_COMPLETE: 'published',
  FAILED: 'failed',
}

export interface TiktokPostStatus {
  status: 'processing' | 'inbox' | 'published' | 'failed'
  /** TikTok's code, for `tiktokFailure`; empty unless it failed. */
  failReason: string
  /** Ids of the public post; empty if only its author can see it. */
  postIds: string[]
  uploadedBytes: number
  downloadedBytes: number
}

/** Client of the Content Posting API. Throws only PlatformError, which says whether anything was sent. */
export interface TiktokPosting {
  creatorInfo(token: string, bounds?: CallLimits): Promise<CreatorInfo>
  /** Two calls create two posts: TikTok has no idempotency key. */
  startPhotos(token: string, request: PhotoPostRequest, bounds?: CallLimits): Promise<{ publishId: string }>
  /** Nothing is public before the last byte has arrived at `uploadUrl`. */
  startVideo(token: string, request: VideoPostRequest, bounds?: CallLimits): Promise<StartedVideo>
  uploadChunk(uploadUrl: string, chunk: ChunkUpload, bounds?: CallLimits): Promise<ChunkResult>
  status(token: string, publishId: string, bounds?: CallLimits): Promise<TiktokPostStatus>
  /** Works until the upload is complete. */
  cancel(token: string, publishId: string, bounds?: CallLimits): Promise<void>
}

interface Call<T> {
  path: string
  body?: unknown
  schema: z.ZodType<T>
  /** Whether it changes something. */
  isWrite?: true
}

export function createTiktokPosting({ apiUrl, sandbox }: TiktokSettings, { read, write, upload }: PostingFetches): TiktokPosting {
  const call = <T>(token: string, { path, body, schema, isWrite }: Call<T>, bounds: CallLimits = {}): Promise<T> =>
    postingCall(bounds, async (signal) => {
      const response = await (isWrite ? write : read)(`${apiUrl}/v2/post/publish/${path}/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=UTF-8' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal,
      })
      return readEnvelope(response, schema)
    })

  return {
    async creatorInfo(token, bounds) {
      const creator = await call(token, { path: 'creator_info/query', schema: creatorSchema }, bounds)
      return {
        nickname: creator.creator_nickname,
        username: creator.creator_username,
        avatarUrl: creator.creator_avatar_url ?? null,
        audiences: TIKTOK_AUDIENCES.filter((one) => creator.privacy_level_options.includes(one)),
        commentDisabled: creator.comment_disabled,
        duetDisabled: creator.duet_disabled,
        stitchDisabled: creator.stitch_disabled,
        maxVideoSeconds: creator.max_video_post_duration_sec,
      }
    },
    async startPhotos(token, request, bounds) {
      const body = photoBody(request)
      const { publish_id } = await call(token, { path: 'content/init', body, schema: photoSchema, isWrite: true }, bounds)
      return { publishId: publish_id }
    },
    async startVideo(token, request, bounds) {
      const { chunkBytes, count: total, chunks } = planChunks(request.videoBytes)
      const source = { source: 'FILE_UPLOAD', video_size: request.videoBytes, chunk_size: chunkBytes, total_chunk_count: total }
      const body = { post_info: videoInfo(request), source_info: source }
      const started = await call(token, { path: 'video/init', body, schema: videoSchema, isWrite: true }, bounds)
      return { publishId: started.publish_id, uploadUrl: started.upload_url, chunks }
    },
    uploadChunk: createChunkUpload(upload, sandbox),
    async status(token, id, bounds) {
      const response = await call(token, { path: 'status/fetch', body: { publish_id: id }, schema: statusSchema }, bounds)
      return {
        status: ENDS[response.status] ?? 'processing',
        failReason: response.fail_reason,
        postIds: response.publicaly_available_post_id,
        uploadedBytes: response.uploaded_bytes,
        downloadedBytes: response.downloaded_bytes,
      }
    },
    async cancel(token, id, bounds) {
      await call(token, { path: 'cancel', body: { publish_id: id }, schema: z.unknown(), isWrite: true }, bounds)
    },
  }
}

/** Sends both toggles even when off: one table of the documentation requires them. */
function disclosed({ privacyLevel, disableComment, brandContent, brandOrganic }: Disclosure) {
  return {
    privacy_level: privacyLevel,
    disable_comment: disableComment,
    brand_content_toggle: brandContent,
    brand_organic_toggle: brandOrganic,
  }
}

function photoBody(request: PhotoPostRequest) {
  const { title, description, autoAddMusic, isAigc, urls, coverIndex } = request
  return {
    media_type: 'PHOTO',
    post_mode: 'DIRECT_POST',
    post_info: { title, description, ...disclosed(request), auto_add_music: autoAddMusic },
    // Top level for photos, within post_info for videos. Older versions of the documentation lack it, so it is sent only when true.
    ...(isAigc && { is_aigc: true }),
    source_info: { source: 'PULL_FROM_URL', photo_images: urls, photo_cover_index: coverIndex },
  }
}

function videoInfo(request: VideoPostRequest) {
  return {
    title: request.title,
    ...disclosed(request),
    disable_duet: request.disableDuet,
    disable_stitch: request.disableStitch,
    video_cover_timestamp_ms: request.coverMs,
    ...(request.isAigc && { is_aigc: true }),
  }
}
