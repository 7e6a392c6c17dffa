import type { InstagramOptions } from '@ninesixteen/shared/publishing/instagram-options'
import type { MetaTextRules } from '@ninesixteen/shared/publishing/meta-text'
import type { ThreadsOptions } from '@ninesixteen/shared/publishing/threads-options'
import type { PlatformSettings } from '../account.ts'

export type MetaOptions = InstagramOptions | ThreadsOptions

/** Base URLs of a network's endpoints: the API's is `apiUrl`. */
export interface MetaSettings extends PlatformSettings {
  /** Where a code is exchanged for a token that lives an hour. */
  tokenUrl: string
}

/** The fields that make a container from one file, besides its URL. */
export type ContainerFields = Readonly<Record<string, string>>

/** The file and the options that a container is made of. */
export interface MediaShape<Options = MetaOptions> {
  kind: 'picture' | 'video'
  options: Options
}

/**
 * The differences between Instagram and Threads, which publish by the same protocol: media is put into containers that only their author's app
 * knows, and a container is published by its id.
 */
export interface MetaNetwork<Options extends MetaOptions = MetaOptions> {
  id: Options['platform']
  urls: { authorize: string; token: string; api: string }
  /** Segment before the ids in the paths of the API: `/v25.0`. */
  version: string
  pictureHosts: readonly string[]
  scopes: readonly string[]
  /** Prefix of the grant types: `ig` for `ig_exchange_token`. */
  grant: 'ig' | 'th'
  user: { id: string; picture: string; /** Null where every account may publish. */ type: string | null }
  paths: { containers: string; publish: string; posts: string; limit: string }
  fields: { text: string; status: string; failure: string; used: string; limit: string }
  /** The fields of a container of one file. */
  media(shape: MediaShape<Options>): ContainerFields
  /** The fields of a carousel's and of a single post's container, besides its text. */
  post(options: Options): ContainerFields
  /** Whether such a post has a text and image descriptions. */
  hasTexts(options: Options): boolean
  text: MetaTextRules
  /** Seconds of a video. */
  videoSeconds(options: Options): { from: number; to: number }
  /** Used where the network doesn't say how many posts it takes a day. */
  postsADay: number
  /** Words of this network for a container's failure, and the documented error that they mean. */
  failures: Readonly<Record<string, string>>
  demoOptions: Partial<Options>
}
