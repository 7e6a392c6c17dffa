import type { ReactNode } from 'react'
import { MessageBanner } from '../../app/message-banner.tsx'
import { signOutHere, useVisitor } from '../../app/visitor.ts'
import type { SitePage } from '../site-page.ts'
import { PublicShell } from './public-shell.tsx'

function VisitorShell({ path, children }: { path: string; children: ReactNode }) {
  const me = useVisitor((state) => state.me)
  return (
    <PublicShell path={path} me={me} onSignOut={() => void signOutHere()}>
      {children}
    </PublicShell>
  )
}

/** A public page in its frame, the same when rendered and when hydrated. */
export function SiteFrame({ page: { path, Page, isBare = false } }: { page: SitePage }) {
  return (
    <>
      <MessageBanner />
      {isBare ? (
        <Page />
      ) : (
        <VisitorShell path={path}>
          <Page />
        </VisitorShell>
      )}
    </>
  )
}
