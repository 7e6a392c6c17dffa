import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../api/api-error.ts'
import { api, orpc } from '../../../api/client.ts'
import { useCurrentCompany } from '../../../app/current-company.ts'
import { Select } from '../../../components/select.tsx'
import { notify } from '../../../components/toast.tsx'
import { useEditorSession, useStatus } from '../document/session-context.ts'

const NONE = 'none'

/** Chooses the company of the open slideshow. `shown` is the company whose brand is offered. */
export function SlideshowCompany({ shown }: { shown: string }) {
  const { project, status } = useEditorSession()
  const client = useQueryClient()
  const companyId = useStatus((state) => state.companyId)
  const { companies } = useCurrentCompany()
  const assign = useMutation({
    mutationFn: (chosen: string | null) => api.projects.assignCompany({ id: project.id, companyId: chosen }),
    onSuccess: (saved) => {
      status.setState({ companyId: saved.companyId })
      return client.invalidateQueries({ queryKey: orpc.projects.list.key() })
    },
    onError: (error) => notify.error(errorText(error)),
  })
  const value = (assign.isPending ? assign.variables : companyId) ?? NONE
  return (
    <Select
      label="Company of this slideshow"
      value={value}
      options={[...companies.map(({ id, name }) => ({ value: id, label: name })), { value: NONE, label: 'No company' }]}
      disabled={assign.isPending}
      hint={value === NONE ? `The brand of ${shown} is shown.` : undefined}
      onChange={(chosen) => assign.mutate(chosen === NONE ? null : chosen)}
    />
  )
}
