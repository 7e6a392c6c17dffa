import { Outlet } from 'react-router'
import { sessionGate, useSessionGate } from '../api/session-gate.ts'
import { PublicShell } from '../site/shell/public-shell.tsx'
import { paths } from '../app/paths.ts'
import { useMe, useSignOut } from '../app/session.ts'

/** Around the account page of users without a plan: header and footer of the public pages. */
export function AccountShell() {
  const { data: me } = useMe()
  const hasEnded = useSessionGate((state) => state.ended)
  const { run } = useSignOut()
  return (
    <PublicShell path={paths.account} me={hasEnded ? null : me} onSignIn={hasEnded ? sessionGate.show : undefined} onSignOut={run}>
      <Outlet />
    </PublicShell>
  )
}
