import { MessageBanner } from '../../app/message-banner.tsx'
import type { SitePage } from '../site-page.ts'
import { VisitorShell } from './visitor-shell.tsx'

/** A public page with what is around it: as it is written, and as it comes alive. */
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
