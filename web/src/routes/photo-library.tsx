import { PHOTO_PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import { Image, Rss } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { sessionGate, useSessionGate } from '../api/session-gate.ts'
import { PageTitle } from '../app/page-title.tsx'
import { useSearchParams } from '../app/search-params.ts'
import { Button } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { lazyDialog } from '../components/load-part.tsx'
import { Page } from '../components/page.tsx'
import { Tabs } from '../components/tabs.tsx'
import { BlogsTab } from '../features/library/blogs-tab.tsx'
import { MyPhotos } from '../features/library/my-photos.tsx'
import styles from './photo-library.module.css'

const FindPhotosDialog = lazyDialog(async () => (await import('../features/picker/find-photos-dialog.tsx')).FindPhotosDialog)

const MINE = 'photos'
const SIGNED_OUT: Partial<Record<PlatformId, string>> = { tumblr: 'Sign in to access Tumblr' }

/** Replaces the photos after the session ended. */
function SignedOut({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <EmptyState
      title={title}
      ghost="pictures"
      action={
        <Button variant="primary" onClick={sessionGate.show}>
          Sign In
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}

export function PhotoLibraryPage() {
  const [search, setSearch] = useSearchParams()
  const [isFinding, setFinding] = useState(false)
  const isSignedOut = useSessionGate((state) => state.ended && !state.open)
  const requestedTab = search.get('tab')
  const tab = PHOTO_PLATFORMS.find(({ id }) => id === requestedTab)?.id ?? MINE
  const panel = (content: ReactNode) => <div className={styles.panel}>{content}</div>
  const mine = isSignedOut ? (
    <SignedOut title="Sign in required">Please sign in to access your photo library</SignedOut>
  ) : (
    <MyPhotos onFind={() => setFinding(true)} />
  )
  return (
    <Page title="Photo Library" subtitle="Photos for the backgrounds of your slides">
      <PageTitle>Photo Library</PageTitle>
      <Tabs<string>
        label="Photos"
        value={tab}
        onChange={(next) => setSearch(() => new URLSearchParams(next === MINE ? {} : { tab: next }), { replace: true })}
        items={[
          { value: MINE, label: 'My Photos', icon: <Image />, content: panel(mine) },
          ...PHOTO_PLATFORMS.map((platform) => ({
            value: platform.id,
            label: platform.label,
            icon: <Rss />,
            content: panel(
              isSignedOut ? <SignedOut title={SIGNED_OUT[platform.id] ?? 'Sign in required'} /> : <BlogsTab platform={platform} />,
            ),
          })),
        ]}
      />
      <FindPhotosDialog open={isFinding} onOpenChange={setFinding} />
    </Page>
  )
}
