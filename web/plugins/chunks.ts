/** Packages that every page runs on. */
const BASE_PACKAGES = /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|@orpc)[\\/]|lucide-react[\\/].*createLucideIcon/
/** Our own code that every page runs on, the sign-in page included. */
const BASE_SOURCES =
  /shared[\\/]src[\\/](api[\\/]limits|platforms)\.ts$|web[\\/]src[\\/](api[\\/](?!upload-file|passkeys|import-picture)|components[\\/](button|class-names|empty-state|field|icon-button|link|loading-screen|mark|notice|slide-art|toast\.tsx))/
/** Small things of several pages; what only opens on demand (`*-popup`, `toast-host`) stays apart, with the library behind it. */
const PARTS =
  /lucide-react[\\/].*[\\/]icons[\\/]|web[\\/]src[\\/](app[\\/](current-company|day-and-time|demo-label|demo-note|paths|sandbox-label|search-params|studio-pane|toasts|user-menu)|components[\\/](company-logo|deferred|dialog|disclosure|menu|panel|popup-container|select|skeleton|slider|stored-picture|switch-field|tooltip|use-media-query|use-wanted))\.(tsx?|module\.css)$/

/**
 * Two chunks in place of sixty: left to itself the bundler makes one of each module that two pages share. Many small files
 * compress badly, and each is a request.
 */
export const chunkGroups = [
  { name: 'base', test: new RegExp(`${BASE_PACKAGES.source}|${BASE_SOURCES.source}`) },
  { name: 'parts', test: PARTS, minShareCount: 2 },
]
