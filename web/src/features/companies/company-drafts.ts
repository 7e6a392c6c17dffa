import type { CompanyInput } from '@ninesixteen/shared/api/companies'
import { removeStored, keep, readStored } from '../../app/browser-storage.ts'
import { beforeUserChange } from '../../app/unsaved-work.ts'
import { deleteUnsavedWork } from '../../app/unsaved-work-list.ts'
import { paths } from '../../app/paths.ts'

export type CompanyDraft = { [Name in keyof CompanyInput]?: CompanyInput[Name] | undefined }

/** Id of a company that does not exist yet. */
export const NEW_COMPANY = 'new'

/** Unsaved changes by company id. */
export const companyDrafts = new Map<string, CompanyDraft>()

/** Copies the open form into the drafts; null while none is open. */
let readOpenForm: (() => void) | null = null

export function setOpenForm(read: (() => void) | null): void {
  readOpenForm = read
}

const keyOf = (userId: string) => `ninesixteen.company-drafts.${userId}`

beforeUserChange((userId) => {
  readOpenForm?.()
  if (companyDrafts.size === 0) return null
  keep(keyOf(userId), [...companyDrafts])
  return { what: 'company', path: paths.settingsGeneral }
})

/** Restores the drafts that an earlier page stored for this user before another user took it over. */
export function restoreCompanyDrafts(userId: string): void {
  // The form validates its values itself.
  const drafts = readStored(keyOf(userId), (value) => (Array.isArray(value) ? (value as [string, CompanyDraft][]) : [])) ?? []
  if (drafts.length === 0) return
  for (const [id, draft] of drafts) companyDrafts.set(id, draft)
  removeStored(keyOf(userId))
  deleteUnsavedWork(userId, paths.settingsGeneral)
}
