import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { ComponentType, ReactNode } from 'react'
import type { Picture } from '../content/post-content.ts'

/** What a person has chosen for a platform so far: not all of it may be there yet. */
export type Choices = Record<string, unknown>
/** What is missing or wrong, by the name of the choice. */
export type Lacks = Record<string, string>

/** What of a post all platforms ask for. */
export interface PostShape {
  kind: PostKind
  pictures: readonly Picture[]
  /** Length of the video; 0 for pictures. */
  seconds: number
  caption: string
  description: string
}

export interface PlatformFieldsProps<Chosen, Facts> {
  account: ConnectedAccount
  chosen: Chosen
  /** Null until the platform has answered. */
  facts: Facts | null
  post: PostShape
  lacks: Lacks
  onChange(patch: Partial<Chosen>): void
}

export interface PlatformPreviewProps<Chosen, Facts> {
  account: ConnectedAccount
  chosen: Chosen
  facts: Facts | null
  post: PostShape
  /** The pictures, to be swiped. */
  children: ReactNode
}

/** In place of a problem's code: the platform says nothing of the account. */
export const NOT_ANSWERED = 'not-answered'

export interface Consent {
  /** What is agreed to, with links. */
  words: ReactNode
  lack: string
}

/** What one platform wants to know for a post, and how it looks there. `Facts` is what the platform says of the account at the moment. */
export interface PlatformForm<Chosen = Choices, Facts = unknown> {
  /** Before anybody has chosen; `given` are the choices of a post that exists. */
  start(post: PostShape, given?: Choices): Chosen
  facts: {
    ask(accountId: string): Promise<Facts>
    /** What is said while it is asked, and when it cannot be. */
    asking: string
    failed: string
  }
  /** As whom it is posted, where the platform says that at the moment. */
  who(facts: Facts | null): { name: string; pictureUrl: string | null } | null
  Fields: ComponentType<PlatformFieldsProps<Chosen, Facts>>
  Preview: ComponentType<PlatformPreviewProps<Chosen, Facts>>
  lacks(chosen: Chosen, facts: Facts | null, post: PostShape): Lacks
  /** Whether it can be scheduled while the platform does not say anything of the account. */
  needsFacts(chosen: Chosen): boolean
  /** The choices as the server takes them. */
  send(chosen: Chosen, post: PostShape, order: { agreed: boolean; facts: Facts | null }): Record<string, unknown>
  /** What each order is agreed to; null where these choices need nothing. */
  consent(chosen: readonly Chosen[]): Consent | null
  /** Whether a post that exists was agreed to. */
  wasAgreed(given: Choices): boolean
  /** A choice of this form by which a problem does not matter any more, by the problem's code; null when there is none. */
  wayRound(code: string): { label: string; patch: Partial<Chosen> } | null
  /** What becomes of the texts where that is not what was typed; null when they stay as they are. */
  textNote(post: PostShape): string | null
  /** Index of the picture that stands for the post. */
  cover(chosen: Chosen, post: PostShape): number
  /** The choices in a few words, beside the name of the account while they are folded. */
  summary(chosen: Chosen, facts: Facts | null): string
}

/** The form of one platform among those of all: its choices and facts come back to it as it made them. */
export function anyForm<Chosen extends object, Facts>(form: PlatformForm<Chosen, Facts>): PlatformForm {
  return form as unknown as PlatformForm
}
