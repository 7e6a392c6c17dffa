import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { LoadingScreen } from '../components/loading-screen.tsx'
import { paths } from '../app/paths.ts'
import { useMe } from '../app/session.ts'

/** Protected routes: signed in and Pro. The server checks both again on every call. */
export function ProGuard({ children }: { children: ReactNode }) {
  const { data: me, isPending } = useMe()
  if (isPending) return <LoadingScreen text="Checking access permissions..." />
  if (me === null) return <Navigate to={paths.auth} replace />
  // A failed check leaves `me` undefined and counts as free, as specified.
  if (!me?.proPlan) return <Navigate to={paths.pricing} replace />
  return children
}
