import { planBriefSchema, type PlanBrief } from '@ninesixteen/shared/api/content-plan'
import { readStored, windowStorage } from '../../app/browser-storage.ts'
import { paths } from '../../app/paths.ts'

const KEY = 'ninesixteen.brief'

/** Opens the brief of a company. */
export function briefPath(companyId: string): string {
  return `${paths.contentPlan}?${new URLSearchParams({ company: companyId, brief: 'open' })}`
}

/** Keeps an unsaved brief in this tab while the user connects an account. */
export function keepBrief(brief: PlanBrief): void {
  windowStorage()?.setItem(KEY, JSON.stringify(brief))
}

/** The brief kept for this company; null without one. */
export function keptBrief(companyId: string): PlanBrief | null {
  const brief = readStored(KEY, (stored) => planBriefSchema.parse(stored), 'tab')
  return brief?.companyId === companyId ? brief : null
}

export function forgetBrief(): void {
  windowStorage()?.removeItem(KEY)
}
