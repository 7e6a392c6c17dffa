import type { CompanyInput } from '@ninesixteen/shared/api/companies'
import { useEffect } from 'react'

type Field = keyof CompanyInput

type Draft = { [Name in Field]?: CompanyInput[Name] | undefined }

/** What a form of one company can be asked and told; the form of the library fits. */
export interface DraftForm {
  getValues(): Draft
  setValue(name: Field, value: CompanyInput[Field], options: { shouldDirty: boolean }): void
  getFieldState(name: Field): { isDirty: boolean }
}

const FIELDS: readonly Field[] = ['name', 'description', 'logoPath', 'productPhotoPath']

/** By company: what was changed and not saved yet. */
const drafts = new Map<string, Draft>()

/** Keeps changes that were not saved while another company or another page is looked at. A new company's are cleared with its form. */
export function useCompanyDraft(form: DraftForm, companyId: string | null): void {
  useEffect(() => {
    if (companyId === null) return
    const draft = drafts.get(companyId) ?? {}
    for (const field of FIELDS) {
      const value = draft[field]
      if (value !== undefined) form.setValue(field, value, { shouldDirty: true })
    }
    return () => {
      const values = form.getValues()
      const changed = FIELDS.filter((field) => form.getFieldState(field).isDirty)
      if (changed.length > 0) drafts.set(companyId, Object.fromEntries(changed.map((field) => [field, values[field]])))
      else drafts.delete(companyId)
    }
  }, [form, companyId])
}
