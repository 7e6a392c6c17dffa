import type { ReactNode } from 'react'
import { signOutHere, useVisitor } from '../../app/visitor.ts'
import { PublicShell } from './public-shell.tsx'

/** The shell of a public page, for whoever looks at it. */
export function VisitorShell({ path, children }: { path: string; children: ReactNode }) {
  const me = useVisitor((state) => state.me)
  return (
    <PublicShell path={path} me={me} onSignOut={() => void signOutHere()}>
      {children}
    </PublicShell>
  )
}
