import type { CompanyInput } from '@ninesixteen/shared/api/companies'
import { forgetKept, keep, readKept } from '../../app/browser-storage.ts'
import { whenTakenOver } from '../../app/unsaved-work.ts'
import { dropKeptWork } from '../../app/unsaved-work-list.ts'
import { paths } from '../../app/paths.ts'

export type CompanyDraft = { [Name in keyof CompanyInput]?: CompanyInput[Name] | undefined }

/** Stands for the company that is still to be made. */
export const NEW_COMPANY = 'new'

/** By company: what was changed and not saved yet. */
export const companyDrafts = new Map<string, CompanyDraft>()

/** Takes what stands in the open form over into the drafts; null while none is open. */
let readOpenForm: (() => void) | null = null

export function setOpenForm(read: (() => void) | null): void {
  readOpenForm = read
}

const keyOf = (userId: string) => `ninesixteen.company-drafts.${userId}`

whenTakenOver((userId) => {
  readOpenForm?.()
  if (companyDrafts.size === 0) return null
  keep(keyOf(userId), [...companyDrafts])
  return { what: 'company', path: paths.settingsGeneral }
})

/** Brings back what an earlier page kept for this person when somebody else took it over. */
export function bringBackCompanyDrafts(userId: string): void {
  // The form itself holds what is typed to its own schema.
  const kept = readKept(keyOf(userId), (value) => (Array.isArray(value) ? (value as [string, CompanyDraft][]) : [])) ?? []
  if (kept.length === 0) return
  for (const [id, draft] of kept) companyDrafts.set(id, draft)
  forgetKept(keyOf(userId))
  dropKeptWork(userId, paths.settingsGeneral)
}
