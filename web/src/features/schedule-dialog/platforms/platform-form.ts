import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { ComponentType, ReactNode } from 'react'
import type { PostImage } from '../content/post-content.ts'

/** The user's choices for a platform, possibly incomplete. */
export type Choices = Record<string, unknown>
/** Error messages, by name of the choice. */
export type FieldErrors = Record<string, string>

/** The part of a post that all platforms share. */
export interface PostShape {
  kind: PostKind
  images: readonly PostImage[]
  /** Length of the video in seconds; 0 for images. */
  seconds: number
  caption: string
  description: string
}

export interface PlatformFieldsProps<Chosen, Facts> {
  account: ConnectedAccount
  choices: Chosen
  /** Null until the platform responds. */
  facts: Facts | null
  post: PostShape
  errors: FieldErrors
  onChange(patch: Partial<Chosen>): void
}

export interface PlatformPreviewProps<Chosen, Facts> {
  account: ConnectedAccount
  choices: Chosen
  facts: Facts | null
  post: PostShape
  /** The swipeable images, or the video. */
  children: ReactNode
}

/** Problem code: the platform's facts are unavailable. */
export const FACTS_UNAVAILABLE = 'not-answered'

export interface Consent {
  /** The label of the checkbox, with links. */
  words: ReactNode
  error: string
}

/** A platform's options and preview. `Facts` are what its API currently returns about the account. */
export interface PlatformForm<Chosen = Choices, Facts = unknown> {
  /** The initial choices; `saved` are the options of an existing post. */
  start(post: PostShape, saved?: Choices): Chosen
  facts: {
    load(accountId: string): Promise<Facts>
    /** Texts while loading, and after a failure. */
    loading: string
    failed: string
  }
  /** The name to post as, if the platform returns it. */
  profile(facts: Facts | null): { name: string; avatarUrl: string | null } | null
  Fields: ComponentType<PlatformFieldsProps<Chosen, Facts>>
  Preview: ComponentType<PlatformPreviewProps<Chosen, Facts>>
  errors(choices: Chosen, facts: Facts | null, post: PostShape): FieldErrors
  /** Whether scheduling requires the facts. */
  needsFacts(choices: Chosen): boolean
  /** The options in the format of the API. */
  send(choices: Chosen, post: PostShape, context: { agreed: boolean; facts: Facts | null }): Record<string, unknown>
  /** The consent that these choices require; null for none. */
  consent(choices: readonly Chosen[]): Consent | null
  /** Whether the user has consented for an existing post. */
  hasConsented(saved: Choices): boolean
  /** A change of choices that avoids the problem with this code; null without one. */
  workaround(code: string): { label: string; patch: Partial<Chosen> } | null
  /** How the platform changes the texts; null if it doesn't. */
  textNote(post: PostShape): string | null
  /** The change that adds tags; null for a platform whose hashtags are part of the description. */
  withTags(choices: Chosen, tags: readonly string[]): Partial<Chosen> | null
  /** Index of the cover image. */
  cover(choices: Chosen, post: PostShape): number
  /** A summary of the choices, shown while they are collapsed. */
  summary(choices: Chosen, facts: Facts | null): string
}

/** Erases a form's types for the registry. Safe because a form only receives choices and facts that it created. */
export function anyForm<Chosen extends object, Facts>(form: PlatformForm<Chosen, Facts>): PlatformForm {
  return form as unknown as PlatformForm
}
