/** Who sends a request. */
export interface SessionUser {
  id: string
  sessionId: string
  email: string
  name: string
  proPlan: boolean
}
