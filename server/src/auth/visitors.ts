import type { convertDemo, NewSignIn } from './keep-demo.ts'

/** A visitor's temporary account. */
export interface Demo {
  userId: string
  endsAt: Date
}

export interface Visitor {
  /** This browser's earlier demo, from a signed cookie. */
  demoId: string | null
  address: string
}

export interface Demos {
  /** Prepares the template of all demos. Never throws: the product works without demos. */
  prepare(): Promise<void>
  /** The visitor's demo: their existing one, or a new and complete one. Throws errors of the table. */
  enter(visitor: Visitor): Promise<Demo>
  convert(userId: string, signIn: NewSignIn): ReturnType<typeof convertDemo>
}

/** A browser's trials, stored in a signed cookie. */
export interface BrowserTrials {
  /** The last one. */
  userId: string
  count: number
  /** When the first of these was created, in epoch milliseconds. */
  since: number
}

export interface Trial extends Demo {
  browserTrials: BrowserTrials
}

/** Accounts of anonymous visitors who try the product before sign-up: without sample content, small, and short-lived. */
export interface Trials {
  /** The visitor's trial: this browser's existing one, or a new one. Throws errors of the table. */
  enter(visitor: { previous: BrowserTrials | null; address: string }): Promise<Trial>
}
