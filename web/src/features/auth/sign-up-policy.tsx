import { usePublicConfig } from '../../app/public-config.ts'
import { Notice } from '../../components/notice.tsx'
import type { OpenInvitation } from './use-invitation.ts'

/** Above the form of a new account: on an instance that is not open to everybody, who may make one. */
export function WhoMayJoin({ invitation }: { invitation: OpenInvitation | null }) {
  const signUp = usePublicConfig().signUp
  if (signUp === 'closed') return <Notice kind="info">Sign-up is closed on this server.</Notice>
  if (invitation?.problem) return <Notice kind="bad">{invitation.problem}</Notice>
  if (invitation?.email) return <Notice kind="ok">You are invited as {invitation.email}. Choose a password, and you are in.</Notice>
  if (signUp === 'open' || invitation) return null
  return <Notice kind="info">You need an invitation to sign up here. Open the link you were sent.</Notice>
}
