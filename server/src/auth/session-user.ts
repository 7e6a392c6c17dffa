/** Who sends a request. */
export interface SessionUser {
  id: string
  sessionId: string
  email: string
  name: string
  proPlan: boolean
  /** Runs this instance. */
  isOperator: boolean
  /** By the cookie, which a browser sends whatever page it shows; not by a bearer token. */
  byCookie: boolean
  /** Null for an account that does not end by itself. */
  demo: { endsAt: Date } | null
}
