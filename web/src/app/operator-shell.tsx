import { LoadingScreen } from '../components/loading-screen.tsx'
import { NotFoundPage } from '../routes/not-found.tsx'
import { useMe } from './session.ts'
import { GuardedStudioShell } from './studio-shell.tsx'

/** To whoever does not run the instance there is no such page. The server checks the same on every call. */
export function OperatorShell() {
  const { data: me, isPending } = useMe()
  if (isPending) return <LoadingScreen text="Checking access permissions..." />
  return me?.isOperator ? <GuardedStudioShell /> : <NotFoundPage />
}
