import { PROJECT_TITLE_MAX } from '@ninesixteen/shared/api/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { api, orpc } from '../../../api/client.ts'
import { lazyPart } from '../../../components/load-part.tsx'
import { notify } from '../../../components/toast.tsx'
import { useEditor, useEditorSession, useStatus } from '../document/session-context.ts'
import type { EditorSession } from '../document/session.ts'

const ConflictDialog = lazyPart(async () => (await import('./conflict-dialog.tsx')).ConflictDialog)

const COPY_MARK = ' (copy)'

/** Saves the open document as a new project and returns its id. */
async function saveCopy({ project, store, status }: EditorSession): Promise<string> {
  const { title, slides } = store.doc()
  const { topic, contentType, contentStyle } = project
  const { companyId } = status.getState()
  const copyTitle = title.slice(0, PROJECT_TITLE_MAX - COPY_MARK.length) + COPY_MARK
  const copy = await api.projects.create({ title: copyTitle, topic, contentType, contentStyle, companyId, slides: [...slides] })
  return copy.id
}

/** The conflict dialog and its three answers. */
export function useConflict(onOpenProject: (projectId: string) => void) {
  const session = useEditorSession()
  const client = useQueryClient()
  const save = useStatus((status) => status.save)
  const mine = useEditor((state) => state.history.present.doc)
  const [dismissed, setDismissed] = useState<object | null>(null)
  const [copying, setCopying] = useState(false)
  const conflict = save.kind === 'conflict' ? save.conflict : null
  const gone = save.kind === 'gone'

  const copy = async (): Promise<void> => {
    setCopying(true)
    try {
      const copyId = await saveCopy(session)
      await client.invalidateQueries({ queryKey: orpc.projects.list.key() })
      if (gone) return onOpenProject(copyId)
      session.saver.acceptTheirs()
      notify.action('Your version was saved as a copy.', { label: 'Open it', onClick: () => onOpenProject(copyId) })
    } catch (error) {
      notify.error(`Failed to save changes: ${errorText(error)}`)
    } finally {
      setCopying(false)
    }
  }
  return {
    show: () => setDismissed(null),
    saveCopy: () => void copy(),
    dialog: conflict && (
      <ConflictDialog
        open={dismissed !== conflict}
        onOpenChange={(open) => setDismissed(open ? null : conflict)}
        mine={mine}
        conflict={conflict}
        copying={copying}
        onResolve={(preferred) => session.saver.resolve(preferred)}
        onSaveCopy={() => void copy()}
      />
    ),
  }
}
