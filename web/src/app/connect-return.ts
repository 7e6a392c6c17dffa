import { windowStorage } from './browser-storage.ts'
import { paths } from './paths.ts'

/** Pages that users leave to connect an account in Settings. */
const PAGES: ReadonlyMap<string, string> = new Map([
  [paths.studio, 'Back to the Content Studio'],
  [paths.library, 'Back to the Photo Library'],
  [paths.scheduler, 'Back to the Post Scheduler'],
  [paths.contentPlan, 'Back to the content plan'],
])

const KEY = 'ninesixteen.connect-return'

export interface ConnectReturn {
  to: string
  label: string
}

/** The page that a path with a query names; null for any other text, which may come from a forged link. */
export function readReturn(path: string | null): ConnectReturn | null {
  const label = path === null ? undefined : PAGES.get(path.split('?', 1)[0] ?? '')
  return path === null || label === undefined ? null : { to: path, label }
}

/** The accounts in Settings, which lead back to `back` once an account is connected; by default to the current page. */
export function connectPath(back: string = location.pathname + location.search): string {
  return readReturn(back) ? `${paths.settingsAccounts}&back=${encodeURIComponent(back)}` : paths.settingsAccounts
}

/** The export menu of a slideshow. */
export function exportPath(projectId: string): string {
  return `${paths.studio}?${new URLSearchParams({ project: projectId, pane: 'edit', export: 'open' })}`
}

/** Remembers in this tab where to go back to, while the user is at the platform. */
export function storeReturn(back: ConnectReturn | null): void {
  if (back) windowStorage()?.setItem(KEY, back.to)
  else windowStorage()?.removeItem(KEY)
}

/** Where the user came from to connect an account; null if from nowhere else. */
export function storedReturn(): ConnectReturn | null {
  return readReturn(windowStorage()?.getItem(KEY) ?? null)
}
