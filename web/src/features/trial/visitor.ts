import type { Me } from '@ninesixteen/shared/api/account'

/** The page's user. */
export interface TrialVisitor {
  /** Undefined until known, null if no user is signed in. */
  me: Me | null | undefined
  /** Reloads the user. */
  ask(): Promise<Me | null>
}
