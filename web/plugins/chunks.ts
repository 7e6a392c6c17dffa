/** Matches modules of a folder of web/src by the beginnings of their names. */
const sources = (folder: string, names: string[]): string => `web[\\\\/]src[\\\\/]${folder}[\\\\/](${names.join('|')})`

/** Packages and code that every page of the studio runs on, the sign-in page included. */
const BASE = [
  'node_modules[\\\\/](react|react-dom|scheduler|react-router|@tanstack|@orpc[\\\\/](client|shared|tanstack-query))[\\\\/](?!.*(useQueries|queriesObserver))',
  'web[\\\\/]plugins[\\\\/]create-icon',
  'shared[\\\\/]src[\\\\/](api[\\\\/]limits|platforms)\\.ts$',
  sources(
    'api',
    'api-error billing-calls client expected-user file-urls newer-endpoints post-processor-call rest-request retries session-'.split(' '),
  ),
  sources('components', 'button class-names empty-state field icon-button link loading-screen mark notice toast\\.tsx'.split(' ')),
]

/** Icons of the first load; other shared ones are in a chunk that it leaves out. */
const ICONS =
  'bell building-complex calendar-clock captions chevron-down chevron-right chevrons-up-down circle-exclamation-point circle-check credit-card ellipsis ' +
  'flask-conical image-off images info layout-template lightbulb log-out pen-line pencil play plus search settings shield-check sparkles trash ' +
  'triangle-exclamation-point user-round x'

/** Small modules of several pages. Popups and toasts, with the libraries behind them, stay in chunks loaded on demand. */
const PARTS = [
  `lucide-react.*[\\\\/]icons[\\\\/](${ICONS.split(' ').join('|')})\\.`,
  ...[
    sources(
      'app',
      (
        'account-entries account-trigger billing-page current-company day-and-time demo-label live-changes open-project paths ' +
        'recent-projects sandbox-label schedule-post search-params session use-save-settings'
      ).split(' '),
    ),
    sources(
      'components',
      (
        'company-logo dialog disclosure load-part menu panel popup-context select skeleton stored-photo switch-field tooltip ' +
        'use-media-query'
      ).split(' '),
    ),
  ].map((source) => `${source}\\.(tsx?|module\\.css)$`),
]

/**
 * A few chunks instead of sixty. By default, the bundler makes a chunk of each module that two pages share; many small files compress badly, and
 * each is a request.
 */
export const chunkGroups = [
  { name: 'base', test: new RegExp(BASE.join('|')) },
  { name: 'parts', test: new RegExp(PARTS.join('|')), minShareCount: 2 },
  { name: 'popups', test: /@base-ui|@floating-ui/, minShareCount: 8 },
  {
    name: 'studio',
    test: /studio-store|choice-row|use-covers|drawer\.|content-types.(registry|ids|video-project)|slide-art/,
    minShareCount: 2,
  },
  { name: 'icons', test: /lucide-react[\\/].*[\\/]icons[\\/]/, minShareCount: 2 },
]
