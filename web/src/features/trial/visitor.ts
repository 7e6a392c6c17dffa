import type { Me } from '@ninesixteen/shared/api/account'

/** Who is here, as the page knows it that holds the slides. */
export interface TrialVisitor {
  /** Undefined until it is known, null when nobody is signed in. */
  me: Me | null | undefined
  /** Asks anew. */
  ask(): Promise<Me | null>
}
