import { LoadingScreen } from '../components/loading-screen.tsx'
import { NotFoundPage } from '../routes/not-found.tsx'
import { PublicShell } from '../site/shell/public-shell.tsx'
import { paths } from '../app/paths.ts'
import { useMe, useSignOut } from '../app/session.ts'
import { GuardedStudioShell } from './studio-shell.tsx'

/** Shows everyone but operators the 404 page. The server checks the same on every request. */
export function OperatorShell() {
  const { data: me, isPending } = useMe()
  const { run } = useSignOut()
  if (isPending) return <LoadingScreen text="Checking access permissions..." />
  if (me?.isOperator) return <GuardedStudioShell />
  return (
    <PublicShell path={paths.operator} me={me} onSignOut={run}>
      <NotFoundPage />
    </PublicShell>
  )
}
