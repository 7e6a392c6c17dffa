/** The user of a request. */
export interface SessionUser {
  id: string
  sessionId: string
  email: string
  name: string
  proPlan: boolean
  /** Whether the user operates this instance. */
  isOperator: boolean
  /** Whether the session came by cookie, which browsers send from any page, rather than by bearer token. */
  byCookie: boolean
  /** Null for a permanent account. */
  demo: { endsAt: Date } | null
}
