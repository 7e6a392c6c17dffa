import { createBrowserRouter, type RouteObject } from 'react-router'
import { LoadingScreen } from '../components/loading-screen.tsx'
import { ErrorScreen, NotFound } from './error-screen.tsx'
import { paths } from './paths.ts'
import { Root } from './root.tsx'

const protectedRoutes: RouteObject[] = [
  { path: paths.studio, lazy: async () => ({ Component: (await import('../routes/content-studio.tsx')).ContentStudioPage }) },
  { path: paths.library, lazy: async () => ({ Component: (await import('../routes/photo-library.tsx')).PhotoLibraryPage }) },
  { path: paths.photos, lazy: async () => ({ Component: (await import('../routes/photo-library.tsx')).PhotoLibraryPage }) },
  { path: paths.scheduler, lazy: async () => ({ Component: (await import('../routes/post-scheduler.tsx')).PostSchedulerPage }) },
  { path: paths.settings, lazy: async () => ({ Component: (await import('../routes/settings.tsx')).SettingsPage }) },
]

const publicRoutes: RouteObject[] = [
  { path: paths.home, lazy: async () => ({ Component: (await import('../routes/home.tsx')).HomePage }) },
  { path: paths.pricing, lazy: async () => ({ Component: (await import('../routes/pricing.tsx')).PricingPage }) },
  { path: paths.privacy, lazy: async () => ({ Component: (await import('../routes/privacy.tsx')).PrivacyPage }) },
  { path: paths.terms, lazy: async () => ({ Component: (await import('../routes/terms.tsx')).TermsPage }) },
  { path: paths.dataDeletion, lazy: async () => ({ Component: (await import('../routes/data-deletion.tsx')).DataDeletionPage }) },
]

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: () => <LoadingScreen text={`Loading ${location.host}...`} />,
    children: [
      { path: paths.auth, lazy: async () => ({ Component: (await import('../routes/auth.tsx')).AuthPage }) },
      { path: paths.authCallback, lazy: async () => ({ Component: (await import('../routes/auth-callback.tsx')).AuthCallbackPage }) },
      { lazy: async () => ({ Component: (await import('./public-shell.tsx')).PublicShell }), children: publicRoutes },
      { lazy: async () => ({ Component: (await import('./studio-shell.tsx')).GuardedStudioShell }), children: protectedRoutes },
      { path: '*', Component: NotFound },
    ],
  },
])
