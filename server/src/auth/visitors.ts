import type { keepDemo, NewSignIn } from './keep-demo.ts'

/** A visitor's account, which ends by itself. */
export interface Demo {
  userId: string
  endsAt: Date
}

export interface Visitor {
  /** The demo this browser was given before, by a cookie that is signed. */
  known: string | null
  address: string
}

export interface Demos {
  /** Makes ready what every demo is copied from. It never throws: a product without demos is still the product. */
  prepare(): Promise<void>
  /** The visitor's demo: the one they have, else a new one, whole when this returns. Throws errors of the table. */
  enter(visitor: Visitor): Promise<Demo>
  keep(userId: string, signIn: NewSignIn): ReturnType<typeof keepDemo>
}

/** What a browser was given: it keeps that itself, signed. */
export interface GivenTrials {
  /** The last one. */
  userId: string
  count: number
  /** When the first of these was given, as epoch in milliseconds. */
  since: number
}

export interface Trial extends Demo {
  given: GivenTrials
}

/** Accounts of strangers who want to see slides before they sign up. Empty, small, and soon gone. */
export interface Trials {
  /** The stranger's account: the one of this browser while it lives, else a new one. Throws errors of the table. */
  enter(visitor: { given: GivenTrials | null; address: string }): Promise<Trial>
}
