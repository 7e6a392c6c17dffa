/** Matches modules of a folder of web/src by the beginnings of their names. */
const sources = (folder: string, names: string[]): string => `web[\\\\/]src[\\\\/]${folder}[\\\\/](${names.join('|')})`

/** Packages and code that every page of the studio runs on, the sign-in page included. */
const BASE = [
  'node_modules[\\\\/](react|react-dom|scheduler|react-router|@tanstack|@orpc)[\\\\/]',
  'lucide-react[\\\\/].*createLucideIcon',
  'shared[\\\\/]src[\\\\/](api[\\\\/]limits|platforms)\\.ts$',
  'web[\\\\/]src[\\\\/]api[\\\\/](?!upload-file|passkeys|import-photo)',
  sources(
    'components',
    'button class-names empty-state field icon-button link loading-screen mark notice slide-art toast\\.tsx'.split(' '),
  ),
]

/** Small modules of several pages. Popups and toasts, with the libraries behind them, stay in chunks loaded on demand. */
const PARTS = [
  'lucide-react[\\\\/].*[\\\\/]icons[\\\\/]',
  ...[
    sources(
      'app',
      (
        'account-entries account-trigger billing-page current-company day-and-time demo-label live-changes open-project paths ' +
        'recent-projects sandbox-label schedule-post search-params  use-save-settings use-sign-out'
      ).split(' '),
    ),
    sources(
      'components',
      (
        'company-logo deferred dialog disclosure menu panel popup-context select skeleton slider stored-photo switch-field tooltip ' +
        'use-media-query use-was-opened'
      ).split(' '),
    ),
  ].map((source) => `${source}\\.(tsx?|module\\.css)$`),
]

/**
 * Two chunks instead of sixty. By default, the bundler makes a chunk of each module that two pages share; many small files compress badly, and
 * each is a request.
 */
export const chunkGroups = [
  { name: 'base', test: new RegExp(BASE.join('|')) },
  { name: 'parts', test: new RegExp(PARTS.join('|')), minShareCount: 2 },
]
