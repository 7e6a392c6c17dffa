/** Who sends a request. */
export interface SessionUser {
  id: string
  sessionId: string
  email: string
  name: string
  proPlan: boolean
  /** Null for an account that does not end by itself. */
  demo: { endsAt: Date } | null
}
