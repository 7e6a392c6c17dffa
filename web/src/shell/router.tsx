import { Suspense, useEffect, useState, type ComponentType } from 'react'
import { Route, Routes } from 'react-router'
import { LoadingScreen } from '../components/loading-screen.tsx'
import { deferred } from '../components/load-part.tsx'
import { BrowserRouter } from './browser-router.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { paths } from '../app/paths.ts'
import { Root } from './root.tsx'

/** A page in a chunk of its own. */
function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const part = deferred(load)
  const Page = part.component((parts) => parts[name])
  return Object.assign(Page, { preload: part.preload })
}

const AuthCallbackPage = page(() => import('../routes/auth-callback.tsx'), 'AuthCallbackPage')
const AuthRecoverPage = page(() => import('../routes/auth-recover.tsx'), 'AuthRecoverPage')
const AuthEmailPage = page(() => import('../routes/auth-email.tsx'), 'AuthEmailPage')
const GoogleCallbackPage = page(() => import('../routes/google-callback.tsx'), 'GoogleCallbackPage')
const ConnectAppPage = page(() => import('../routes/connect-app.tsx'), 'ConnectAppPage')
const TiktokLoginPage = page(() => import('../routes/tiktok-login.tsx'), 'TiktokLoginPage')
const TiktokCallbackPage = page(() => import('../routes/tiktok-callback.tsx'), 'TiktokCallbackPage')
const TumblrCallbackPage = page(() => import('../routes/tumblr-callback.tsx'), 'TumblrCallbackPage')
const InstagramCallbackPage = page(() => import('../routes/instagram-callback.tsx'), 'InstagramCallbackPage')
const ThreadsCallbackPage = page(() => import('../routes/threads-callback.tsx'), 'ThreadsCallbackPage')
const AccountShell = page(() => import('./account-shell.tsx'), 'AccountShell')
const AccountPage = page(() => import('../routes/account.tsx'), 'AccountPage')
const GuardedStudioShell = page(() => import('./studio-shell.tsx'), 'GuardedStudioShell')
const ContentStudioPage = page(() => import('../routes/content-studio.tsx'), 'ContentStudioPage')
const PhotoLibraryPage = page(() => import('../routes/photo-library.tsx'), 'PhotoLibraryPage')
const PostSchedulerPage = page(() => import('../routes/post-scheduler.tsx'), 'PostSchedulerPage')
const ContentPlanPage = page(() => import('../routes/content-plan.tsx'), 'ContentPlanPage')
const ManualPostingPage = page(() => import('../routes/manual-posting.tsx'), 'ManualPostingPage')
const NotFoundPage = page(() => import('../routes/not-found.tsx'), 'NotFoundPage')
const OperatorShell = page(() => import('./operator-shell.tsx'), 'OperatorShell')
const OperatorPage = page(() => import('../routes/operator.tsx'), 'OperatorPage')
const SettingsPage = page(() => import('../routes/settings.tsx'), 'SettingsPage')

/** Loads shell and page of the address at the same time instead of one after the other. */
async function preload(path: string): Promise<void> {
  const inStudio: Record<string, { preload(): Promise<void> }> = {
    [paths.studio]: ContentStudioPage,
    [paths.library]: PhotoLibraryPage,
    [paths.photos]: PhotoLibraryPage,
    [paths.scheduler]: PostSchedulerPage,
    [paths.settings]: SettingsPage,
  }
  const screen = inStudio[path]
  // A chunk that fails here fails again when it renders, and is handled there.
  if (screen) await Promise.allSettled([GuardedStudioShell.preload(), screen.preload()])
}
const preloading = preload(location.pathname)

/** The studio's pages; public pages are documents of their own (web/src/site). */
function Pages() {
  return (
    <Routes>
      {/* Outside of Root: this page has no sign-in and no unsaved input. */}
      <Route path={`${paths.manualPosting}/:token`} element={<ManualPostingPage />} />
      <Route element={<Root />}>
        <Route path={paths.authCallback} element={<AuthCallbackPage />} />
        <Route path={paths.recover} element={<AuthRecoverPage />} />
        <Route path={paths.emailChange} element={<AuthEmailPage />} />
        <Route path={paths.googleCallback} element={<GoogleCallbackPage />} />
        <Route path={paths.connectApp} element={<ConnectAppPage />} />
        <Route path={paths.tiktokLogin} element={<TiktokLoginPage />} />
        <Route path={paths.tiktokCallback} element={<TiktokCallbackPage />} />
        <Route path={paths.tumblrCallback} element={<TumblrCallbackPage />} />
        <Route path={paths.instagramCallback} element={<InstagramCallbackPage />} />
        <Route path={paths.threadsCallback} element={<ThreadsCallbackPage />} />
        <Route element={<AccountShell />}>
          <Route path={paths.account} element={<AccountPage />} />
        </Route>
        <Route element={<GuardedStudioShell />}>
          <Route path={paths.studio} element={<ContentStudioPage />} />
          <Route path={paths.library} element={<PhotoLibraryPage />} />
          <Route path={paths.photos} element={<PhotoLibraryPage />} />
          <Route path={paths.scheduler} element={<PostSchedulerPage />} />
          <Route path={paths.contentPlan} element={<ContentPlanPage />} />
          <Route path={paths.settings} element={<SettingsPage />} />
        </Route>
        <Route element={<OperatorShell />}>
          <Route path={paths.operator} element={<OperatorPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

/** The declarative router: the data router would add 20 kB to the first load for loaders that no page uses. */
export function Router() {
  const loading = <LoadingScreen text={`Loading ${location.host}...`} />
  // The first page is not left to Suspense: React may wait 300 ms before it replaces a fallback.
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => void preloading.then(() => setLoaded(true)), [])
  return (
    <BrowserRouter>
      <ErrorBoundary>
        <Suspense fallback={loading}>{isLoaded ? <Pages /> : loading}</Suspense>
      </ErrorBoundary>
    </BrowserRouter>
  )
}
