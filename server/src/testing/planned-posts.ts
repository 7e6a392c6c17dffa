import { createHash } from 'node:crypto'
import type { Project } from '@ninesixteen/shared/api/projects'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import { formatsFor, POST_FORMS } from '@ninesixteen/shared/publishing/platforms'
import type { Format } from '@ninesixteen/shared/slide/formats'
import type { ApiCaller } from './api-caller.ts'
import type { TestSandbox } from './sandbox.ts'
import { captionOf, livePosts } from './scheduled.ts'

export interface PlannedPost {
  platform: PlatformId
  kind: 'slides' | 'video'
  format: Format
  caption: string
}

/** No platform refuses the three seconds of a video of two slides as too short. */
export const SECONDS_PER_SLIDE = 1.5

/** Every format that each platform accepts, as images, and a video for each platform. */
export function everyPost(kinds: readonly PlannedPost['kind'][], caption: (platform: PlatformId, format: Format) => string): PlannedPost[] {
  return PLATFORM_IDS.flatMap((platform) =>
    kinds.flatMap((kind) =>
      formatsFor(platform, { kind, options: {} }).map((format) => ({ platform, kind, format, caption: caption(platform, format) })),
    ),
  )
}

/** The images of a slideshow in a format, as a process renders them for a program. */
export async function exported(
  key: ApiCaller,
  project: Project,
  { format, type }: { format: Format; type: 'png' | 'jpeg' },
): Promise<Buffer[]> {
  const images: Buffer[] = []
  for (const index of project.slides.keys()) {
    const response = await key.fetch('GET', `/slideshows/${project.id}/slides/${index}/render?format=${format}&type=${type}`)
    if (!response.ok) throw new Error(`Render: ${response.status} ${await response.text()}`)
    images.push(Buffer.from(await response.arrayBuffer()))
  }
  return images
}

/** The frames of a video; the rest contains a time. */
export const framesOf = (video: Buffer): Buffer => video.subarray(video.indexOf('mdat'))

/** Captions of the posts that a platform received, and the digests of their files. */
export async function receivedPosts(
  sandbox: Pick<TestSandbox, 'control'>,
  platform: PlatformId,
): Promise<[caption: string, digests: string][]> {
  const posts = (await livePosts(sandbox)).filter((post) => post.platform === platform)
  return posts.map((post) => [captionOf(post), post.files.map(({ sha256: digest }) => digest).join(' ')])
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The type of image that a platform gets. */
export const imageType = (platform: PlatformId): 'png' | 'jpeg' => (POST_FORMS[platform].pictures === 'image/png' ? 'png' : 'jpeg')
