import { PROJECT_TITLE_MAX } from '@ninesixteen/shared/api/limits'
import { api } from '../../../api/client.ts'
import type { EditorSession } from './session.ts'

const COPY_MARK = ' (copy)'

/** Saves the open document as a new project and returns its id. */
export async function saveCopy({ project, store }: EditorSession): Promise<string> {
  const { title, slides } = store.doc()
  const { topic, contentType, contentStyle, companyId } = project
  const copyTitle = title.slice(0, PROJECT_TITLE_MAX - COPY_MARK.length) + COPY_MARK
  const copy = await api.projects.create({ title: copyTitle, topic, contentType, contentStyle, companyId, slides: [...slides] })
  return copy.id
}
